import { useWords } from '../../kit/i18n/words.ts'
import css from './mapping.module.css'
import type { Mapping } from './Mapping.tsx'

const [width, height, gapX, gapY, top] = [230, 44, 180, 10, 30]
const right = width + gapX
const yOf = (row: number) => top + row * (height + gapY)

/** Fields of the base class on the left, those of the entity on the right, a line for each that stands for another. */
export function MappingPicture({ mapping: { name, baseFields, fields } }: { mapping: Mapping }) {
  const { t, state } = useWords()
  const rows = Math.max(baseFields.length, fields.length)
  const size = { width: right + width, height: yOf(rows) }
  const rowOf = new Map(fields.map(({ code }, row) => [code, row]))
  return (
    <svg {...size} viewBox={`-2 -2 ${size.width + 4} ${size.height + 4}`} aria-hidden>
      <text x={0} y={14} className={css.column}>
        {t('company.mci.mapping.base')}
      </text>
      <text x={right} y={14} className={css.column}>
        {short(name)}
      </text>
      {baseFields.map(({ base, field }, row) => {
        const to = field === null ? undefined : rowOf.get(field)
        if (to === undefined) return null
        const [y1, y2] = [yOf(row) + height / 2, yOf(to) + height / 2]
        return (
          <g key={base} className={css.line}>
            <path d={`M${width} ${y1}C${width + gapX / 2} ${y1} ${right - gapX / 2} ${y2} ${right} ${y2}`} />
            <circle cx={width} cy={y1} r={3} />
            <circle cx={right} cy={y2} r={3} />
          </g>
        )
      })}
      {baseFields.map(({ base, mandatory, field }, row) => (
        <Node
          key={base}
          x={0}
          row={row}
          look={field !== null ? 'mapped' : mandatory ? 'missing' : 'unused'}
          name={state('mciBaseField', base)}
          note={
            field === null && mandatory
              ? t('company.mci.mapping.lacks')
              : t(mandatory ? 'column.mandatory' : 'company.mci.mapping.optional')
          }
        />
      ))}
      {fields.map(({ code, name: called, type, keyPart, mandatory }, row) => (
        <Node
          key={code}
          x={right}
          row={row}
          look={baseFields.some(({ field }) => field === code) ? 'mapped' : 'own'}
          name={called}
          note={[
            state('mciType', type),
            ...(keyPart ? [t('column.keyPart')] : mandatory ? [t('column.mandatory')] : []),
          ].join(' · ')}
        />
      ))}
    </svg>
  )
}

type NodeProps = {
  x: number
  row: number
  look: 'mapped' | 'missing' | 'unused' | 'own'
  name: string
  note: string
}

function Node({ x, row, look, name, note }: NodeProps) {
  const y = yOf(row)
  return (
    <g data-look={look} className={css.node}>
      <title>{`${name} – ${note}`}</title>
      <rect x={x} y={y} width={width} height={height} rx={6} />
      <text x={x + 12} y={y + 19} className={css.name}>
        {short(name)}
      </text>
      <text x={x + 12} y={y + 35} className={css.note}>
        {short(note, 36)}
      </text>
    </g>
  )
}

const short = (text: string, most = 30): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text)
