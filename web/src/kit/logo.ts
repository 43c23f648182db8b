import { getCompanyLogo } from '@kervan/contract/access/web-resources'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callServer } from './call/client.ts'

// A company's sign. Anything but a 200 shows none (SHL-022).

export function logoOptions(CompanyIntCode: number) {
  return queryOptions({
    queryKey: ['WebResources', 'GetCompanyLogo', { CompanyIntCode }] as const,
    queryFn: ({ signal }) =>
      callServer(getCompanyLogo, { CompanyIntCode }, { signal }).then(asAddress, () => null),
    staleTime: Infinity,
    gcTime: Infinity,
  })
}

export function useLogo(companyIntCode: number | null): string | null {
  const { data } = useQuery({ ...logoOptions(companyIntCode ?? 0), enabled: companyIntCode !== null })
  return companyIntCode === null ? null : (data ?? null)
}

/** Where an image that came as a file can be shown from; none when nothing came. */
export function asAddress(file: { blob: Blob } | null): string | null {
  return file?.blob.type.startsWith('image/') ? URL.createObjectURL(file.blob) : null
}
