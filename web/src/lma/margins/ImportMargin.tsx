import { importMargins } from '@kervan/contract/lma/margin-lists'
import { MarginCard, Margins, type MarginScreen } from './Margins.tsx'

const hidden = { hidden: true } as const
const screen: MarginScreen<typeof importMargins> = {
  list: importMargins,
  name: 'importMargin',
  unit: 'TL/M3',
  marginOf: (row) => row.importMargin,
  card: (row) => <MarginCard row={row} margin={row.importMargin} unit="TL/M3" />,
  columns: {
    marginDay: { pinned: true, width: 116 },
    fuelProductName: { width: 170 },
    priceInForce: { width: 140 },
    importParity: { width: 150 },
    importMargin: { width: 150 },
    importMarginInDollars: { width: 150 },
    importMarginPerTon: { width: 160 },
    impliedPremium: { width: 170 },
    marketPrice: { width: 130 },
    rateInForce: { width: 110 },
    quoteDay: hidden,
    rateDay: hidden,
    fuelProduct: hidden,
  },
}

/** What an own import would cost on each day, beside the refinery price (LMA-005). */
export default function ImportMargin() {
  return <Margins {...screen} />
}
