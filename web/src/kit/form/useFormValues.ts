import { useFormContext, useWatch, type Control, type FieldValues } from 'react-hook-form'

/** What a form holds at this moment. All fields have a value from the start, which the library's own type does not say. */
export function useFormValues<V extends FieldValues>(control?: Control<V>): V {
  const around = useFormContext<V>()
  return useWatch({ control: control ?? around.control }) as V
}
