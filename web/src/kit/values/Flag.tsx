import type { Language } from '@kervan/contract/kit/values'

/** Drawn here, since flag emojis do not exist on every system. Always beside the language's name. */
export function Flag({ language }: { language: Language }) {
  return (
    <svg
      width="18"
      height="12"
      viewBox="0 0 18 12"
      aria-hidden
      focusable="false"
      style={{ borderRadius: 2, flex: 'none', boxShadow: '0 0 0 1px rgb(20 24 30 / .12)' }}
    >
      {flags[language]}
    </svg>
  )
}

const flags: Record<Language, React.ReactNode> = {
  en: (
    <>
      <path fill="#012169" d="M0 0h18v12H0z" />
      <path stroke="#fff" strokeWidth="2.4" d="m0 0 18 12M18 0 0 12" />
      <path stroke="#c8102e" strokeWidth="1" d="m0 0 18 12M18 0 0 12" />
      <path stroke="#fff" strokeWidth="4" d="M9 0v12M0 6h18" />
      <path stroke="#c8102e" strokeWidth="2.2" d="M9 0v12M0 6h18" />
    </>
  ),
  tr: (
    <>
      <path fill="#e30a17" d="M0 0h18v12H0z" />
      <circle cx="6.6" cy="6" r="3" fill="#fff" />
      <circle cx="7.35" cy="6" r="2.4" fill="#e30a17" />
      <path fill="#fff" d="m9.2 6 2.5-.82-1.55 2.14V4.68l1.55 2.14z" />
    </>
  ),
  de: (
    <>
      <path fill="#000" d="M0 0h18v4H0z" />
      <path fill="#d00" d="M0 4h18v4H0z" />
      <path fill="#ffce00" d="M0 8h18v4H0z" />
    </>
  ),
}
