/** An arch with a door ajar. */
export function Mark({ size = 22 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden focusable="false">
      <path fill="#1a6c98" d="M3 23V11a9 9 0 0 1 18 0v12z" />
      <path fill="#fff" d="M8 23V11.5a4 4 0 0 1 8 0V23z" />
      <path fill="#91c9ee" d="M8 23V11.5a4 4 0 0 1 4-4V20z" />
    </svg>
  )
}
