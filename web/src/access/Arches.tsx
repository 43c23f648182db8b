import css from './login.module.css'

const arches = [70, 132, 194, 256, 318, 380]

/** The mark as a landscape: a door ajar, and its arches fading outwards. */
export function Arches() {
  return (
    <svg className={css.arches} viewBox="0 0 800 720" preserveAspectRatio="xMidYMax meet" focusable="false">
      {arches.map((radius, index) => (
        <path
          key={radius}
          d={`M${400 - radius} 721V384a${radius} ${radius} 0 0 1 ${radius * 2} 0V721`}
          fill="none"
          stroke="#c1e2f8"
          strokeOpacity={0.42 - index * 0.06}
        />
      ))}
      <path d="M330 721V384a70 70 0 0 1 70 -70V721z" fill="#91c9ee" />
    </svg>
  )
}
