// What pg does to a value before it sends it; its types leave this file out.
declare module 'pg/lib/utils.js' {
  export function prepareValue(value: unknown): string | Buffer | null
}
