/** Stands where a company has no logo, or its logo cannot be had (SHL-022): a house in the colour of quiet text. */
export function DefaultLogo({ name, className }: { name: string; className?: string | undefined }) {
  return (
    <svg
      role="img"
      aria-label={name}
      className={className}
      viewBox="0 0 24 24"
      width={22}
      height={22}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.6}
      strokeLinejoin="round"
      color="var(--k-quiet)"
    >
      <path d="M4 21V6l8-3v18M12 9h8v12M3 21h18M7 9h2M7 13h2M7 17h2M15 13h2M15 17h2" />
    </svg>
  )
}
