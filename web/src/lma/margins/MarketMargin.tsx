import { marketMargins } from '@kervan/contract/lma/margin-lists'
import { MarginCard, Margins, type MarginScreen } from './Margins.tsx'

const hidden = { hidden: true } as const
const screen: MarginScreen<typeof marketMargins> = {
  list: marketMargins,
  name: 'marketMargin',
  unit: 'TL/L',
  marginOf: (row) => row.marketMargin,
  card: (row) => <MarginCard row={row} margin={row.marketMargin} unit="TL/L" />,
  columns: {
    marginDay: { pinned: true, width: 116 },
    fuelProductName: { width: 170 },
    pumpPrice: { width: 130 },
    marketMargin: { width: 150 },
    marketMarginShare: { width: 160 },
    exciseTax: { width: 190 },
    stockShare: { width: 150 },
    vatRate: { width: 100 },
    blendedPrice: { width: 170 },
    priceInForce: { width: 140 },
    fuelProduct: hidden,
  },
}

/** What is left of the pump price for distributor and dealer on each day (LMA-005). */
export default function MarketMargin() {
  return <Margins {...screen} />
}
