import {
  findCompanyDomain,
  getCompanyDomains,
  type CompanyDomain,
} from '@kervan/contract/access/sign-in-page'
import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { FieldFrame } from '../kit/form/FieldFrame.tsx'
import { read, useRead } from '../kit/call/query.ts'
import { toRefused } from '../kit/call/refused.ts'
import css from './login.module.css'

export type Domain = z.infer<typeof CompanyDomain>

/** The companies that are shown, and for those that are not: whoever knows the domain types it. */
export function DomainField() {
  const { t } = useTranslation()
  const id = useId()
  const queries = useQueryClient()
  const combobox = useCombobox()
  const {
    field: { ref: attach, value, onChange },
    fieldState,
  } = useController({ name: 'domain' })
  const chosen: Domain | null = value
  const [typed, setTyped] = useState(chosen?.companyName ?? '')
  const [seeking, setSeeking] = useState(false)
  const [notFound, setNotFound] = useState<string | null>(null)
  /** What stands there by now, which may be something else than what was sought. */
  const latest = useRef(typed)
  const { data } = useRead(getCompanyDomains, {}, { staleTime: 5 * 60_000 })
  const domains = data?.domains ?? []
  const sought = typed.trim().toLocaleLowerCase('tr')
  const exact = chosen !== null && typed === chosen.companyName
  const matching =
    exact || sought === ''
      ? domains
      : domains.filter(({ companyName, domain }) =>
          `${companyName} ${domain}`.toLocaleLowerCase('tr').includes(sought),
        )

  const choose = (domain: Domain) => {
    onChange(domain)
    setTyped(domain.companyName)
    setNotFound(null)
    combobox.closeDropdown()
  }
  const seek = async () => {
    if (exact || sought === '') return
    // One company that fits is the one that was meant.
    if (matching.length === 1 && matching[0]) return choose(matching[0])
    setSeeking(true)
    try {
      // Who is faster than the list is sought in it all the same; without it there is still the server to ask.
      const listed = await queries.ensureQueryData(read(getCompanyDomains, {})).catch(() => null)
      const found = listed?.domains.find(({ companyName, domain }) =>
        [companyName, domain].some((name) => name.toLocaleLowerCase('tr') === sought),
      )
      const domain = found ?? (await queries.fetchQuery(read(findCompanyDomain, { domain: typed.trim() })))
      if (latest.current === typed) choose(domain)
    } catch (thrown) {
      if (latest.current === typed) setNotFound(toRefused(thrown).message)
    } finally {
      setSeeking(false)
    }
  }

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(code) => {
        const domain = domains.find(({ companyIntCode }) => String(companyIntCode) === code)
        if (domain) choose(domain)
      }}
    >
      <FieldFrame
        id={id}
        label={t('access.login.domain')}
        error={notFound ?? fieldState.error?.message}
        hint={exact ? chosen.domain : t('access.login.domainHint')}
      >
        <Combobox.Target>
          <TextInput
            id={id}
            ref={attach}
            size="md"
            autoComplete="organization"
            aria-describedby={`${id}-below`}
            aria-invalid={Boolean(notFound ?? fieldState.error)}
            error={Boolean(notFound ?? fieldState.error)}
            value={typed}
            rightSection={
              seeking ? <Loader size={14} /> : <IconSelector size={16} aria-hidden className={css.selector} />
            }
            onFocus={(event) => event.currentTarget.select()}
            onClick={() => combobox.openDropdown()}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              latest.current = event.currentTarget.value
              setNotFound(null)
              if (chosen) onChange(null)
              combobox.openDropdown()
              combobox.resetSelectedOption()
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !exact && combobox.getSelectedOptionIndex() < 0 && sought !== '') {
                event.preventDefault()
                if (matching[0]) choose(matching[0])
                else void seek()
              }
            }}
            onBlur={() => {
              combobox.closeDropdown()
              void seek()
            }}
          />
        </Combobox.Target>
      </FieldFrame>
      <Combobox.Dropdown hidden={matching.length === 0}>
        <Combobox.Options aria-label={t('access.login.domain')}>
          {matching.map((domain) => (
            <Combobox.Option
              key={domain.companyIntCode}
              value={String(domain.companyIntCode)}
              active={domain.companyIntCode === chosen?.companyIntCode}
            >
              <span className={css.option}>
                {domain.companyName} <span className="k-quiet">{domain.domain}</span>
              </span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
