import { getCompanyLogo } from '@kervan/contract/access/sign-in-page'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callServer } from './call/client.ts'

// A company's sign. Anything but a 200 shows the default one (SHL-022).

export function logoOptions(CompanyIntCode: number) {
  return queryOptions({
    queryKey: ['WebResources', 'GetCompanyLogo', { CompanyIntCode }] as const,
    queryFn: ({ signal }) =>
      callServer(getCompanyLogo, { CompanyIntCode }, { signal }).then(asAddress, () => null),
    staleTime: Infinity,
    gcTime: Infinity,
  })
}

/** `isKnown`: the answer is there, so that without a logo the default one stands. */
export function useLogo(companyIntCode: number | null): { logo: string | null; isKnown: boolean } {
  const { data } = useQuery({ ...logoOptions(companyIntCode ?? 0), enabled: companyIntCode !== null })
  return companyIntCode === null
    ? { logo: null, isKnown: false }
    : { logo: data ?? null, isKnown: data !== undefined }
}

/** Where an image that came as a file can be shown from; none when nothing came. */
export function asAddress(file: { blob: Blob } | null): string | null {
  return file?.blob.type.startsWith('image/') ? URL.createObjectURL(file.blob) : null
}
