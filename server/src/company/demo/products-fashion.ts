import { fashionNames } from './names-fashion.ts'
import type { ProductIdea } from './products.ts'
import type { Random } from '../../demo/random.ts'

// Clothes by style: fabric, garment and cut make the name, colours and sizes the variants. Goods of the coming season
// are ordered ahead and travel apart from what shops reorder.

type Color = { name: string; hex: string; code: string }
const colors: readonly Color[] = [
  { name: 'Black', hex: '#1b1b1f', code: 'BLK' },
  { name: 'White', hex: '#ffffff', code: 'WHT' },
  { name: 'Ecru', hex: '#efe6d5', code: 'ECR' },
  { name: 'Navy', hex: '#1f2f57', code: 'NVY' },
  { name: 'Pomegranate', hex: '#9b2242', code: 'POM' },
  { name: 'Sage', hex: '#86a38b', code: 'SGE' },
  { name: 'Camel', hex: '#b98a5a', code: 'CML' },
  { name: 'Anthracite', hex: '#3f444b', code: 'ANT' },
  { name: 'Sky', hex: '#8db7d8', code: 'SKY' },
  { name: 'Terracotta', hex: '#b5553a', code: 'TER' },
  { name: 'Lilac', hex: '#b7a3d0', code: 'LIL' },
  { name: 'Olive', hex: '#6b6f3a', code: 'OLV' },
  { name: 'Mustard', hex: '#c99a2e', code: 'MST' },
  { name: 'Powder', hex: '#e3c3bd', code: 'PWD' },
  { name: 'Indigo', hex: '#33417a', code: 'IND' },
  { name: 'Stone', hex: '#c2bba9', code: 'STN' },
]
const run = (...names: string[]) => names.map((name) => ({ name, code: name }))
const letters = run('XS', 'S', 'M', 'L', 'XL', 'XXL', '3XL')
const numbers = run('34', '36', '38', '40', '42', '44', '46')
const waists = run('28', '30', '32', '34', '36', '38')
const women = run('36', '37', '38', '39', '40', '41')
const men = run('40', '41', '42', '43', '44', '45')

type Garment = {
  noun: string
  category: string
  shape: ProductIdea['shape']
  fabrics: string
  cuts: string
  sizes: readonly { name: string; code: string }[]
  price: readonly [number, number]
  pack: readonly number[]
}
const garments: readonly Garment[] = [
  {
    noun: 'shirt',
    category: 'Shirts',
    shape: 'shirt',
    fabrics: 'Linen, Poplin, Oxford, Flannel, Chambray, Viscose',
    cuts: 'slim, regular, oversized, band collar',
    sizes: letters,
    price: [690, 1_490],
    pack: [1, 6],
  },
  {
    noun: 'T-shirt',
    category: 'Tops',
    shape: 'shirt',
    fabrics: 'Organic cotton, Jersey, Ribbed, Slub, Modal',
    cuts: 'crew neck, V-neck, boxy, long sleeve, raglan',
    sizes: letters,
    price: [290, 690],
    pack: [6, 12],
  },
  {
    noun: 'blouse',
    category: 'Tops',
    shape: 'shirt',
    fabrics: 'Satin, Linen, Crêpe, Cotton voile, Viscose',
    cuts: 'wrap, puff sleeve, bow tie, pleated',
    sizes: numbers,
    price: [590, 1_290],
    pack: [1, 6],
  },
  {
    noun: 'jumper',
    category: 'Knitwear',
    shape: 'shirt',
    fabrics: 'Merino, Mohair, Cotton knit, Cashmere blend, Lambswool',
    cuts: 'crew neck, turtleneck, cable, cropped, half zip',
    sizes: letters,
    price: [890, 2_490],
    pack: [1, 6],
  },
  {
    noun: 'cardigan',
    category: 'Knitwear',
    shape: 'jacket',
    fabrics: 'Merino, Cotton knit, Alpaca blend, Lambswool',
    cuts: 'long, cropped, buttoned, belted',
    sizes: letters,
    price: [990, 2_290],
    pack: [1],
  },
  {
    noun: 'trousers',
    category: 'Trousers',
    shape: 'trousers',
    fabrics: 'Linen, Gabardine, Wool blend, Twill, Viscose, Corduroy',
    cuts: 'wide leg, straight, tapered, pleated, cropped',
    sizes: numbers,
    price: [790, 1_890],
    pack: [1, 6],
  },
  {
    noun: 'jeans',
    category: 'Denim',
    shape: 'trousers',
    fabrics: 'Rigid denim, Stretch denim, Recycled denim',
    cuts: 'straight, mom, slim, flared, relaxed',
    sizes: waists,
    price: [890, 1_790],
    pack: [1, 6],
  },
  {
    noun: 'shorts',
    category: 'Trousers',
    shape: 'trousers',
    fabrics: 'Linen, Twill, Jersey, Denim',
    cuts: 'bermuda, paperbag, cargo',
    sizes: waists,
    price: [490, 990],
    pack: [1, 6],
  },
  {
    noun: 'dress',
    category: 'Dresses',
    shape: 'dress',
    fabrics: 'Linen, Satin, Crêpe, Jersey, Poplin, Viscose',
    cuts: 'midi, maxi, mini, shirt, wrap, slip',
    sizes: numbers,
    price: [990, 2_990],
    pack: [1],
  },
  {
    noun: 'skirt',
    category: 'Skirts',
    shape: 'dress',
    fabrics: 'Satin, Denim, Linen, Wool blend, Pleated crêpe',
    cuts: 'midi, mini, A-line, wrap',
    sizes: numbers,
    price: [690, 1_590],
    pack: [1],
  },
  {
    noun: 'blazer',
    category: 'Jackets',
    shape: 'jacket',
    fabrics: 'Linen, Wool blend, Tweed, Crêpe',
    cuts: 'double-breasted, single-breasted, cropped, oversized',
    sizes: numbers,
    price: [1_690, 3_990],
    pack: [1],
  },
  {
    noun: 'coat',
    category: 'Jackets',
    shape: 'jacket',
    fabrics: 'Wool blend, Boucle, Cashmere blend, Padded',
    cuts: 'belted, straight, hooded, long',
    sizes: letters,
    price: [2_490, 6_990],
    pack: [1],
  },
  {
    noun: 'trench coat',
    category: 'Jackets',
    shape: 'jacket',
    fabrics: 'Gabardine, Water-repellent cotton',
    cuts: 'belted, short, oversized',
    sizes: letters,
    price: [2_290, 4_490],
    pack: [1],
  },
  {
    noun: 'loafers',
    category: 'Shoes',
    shape: 'shoe',
    fabrics: 'Leather, Suede, Patent leather',
    cuts: 'penny, tassel, chunky',
    sizes: women,
    price: [1_490, 2_990],
    pack: [1],
  },
  {
    noun: 'trainers',
    category: 'Shoes',
    shape: 'shoe',
    fabrics: 'Leather, Canvas, Mesh',
    cuts: 'low, high, platform, retro',
    sizes: men,
    price: [1_290, 2_790],
    pack: [1],
  },
  {
    noun: 'boots',
    category: 'Shoes',
    shape: 'shoe',
    fabrics: 'Leather, Suede',
    cuts: 'ankle, Chelsea, knee-high',
    sizes: women,
    price: [1_990, 4_290],
    pack: [1],
  },
  {
    noun: 'tote',
    category: 'Bags',
    shape: 'bag',
    fabrics: 'Canvas, Leather, Straw, Suede',
    cuts: 'large, small, foldable, with zip',
    sizes: [],
    price: [490, 2_490],
    pack: [1, 4],
  },
  {
    noun: 'crossbody bag',
    category: 'Bags',
    shape: 'bag',
    fabrics: 'Leather, Quilted, Woven',
    cuts: 'small, half-moon, camera',
    sizes: [],
    price: [690, 2_190],
    pack: [1],
  },
  {
    noun: 'scarf',
    category: 'Accessories',
    shape: 'scarf',
    fabrics: 'Silk, Cashmere blend, Cotton voile, Wool, Modal',
    cuts: 'square, long, printed, fringed',
    sizes: [],
    price: [290, 1_490],
    pack: [1, 6],
  },
]
const brands = ['Nar', 'Keten', 'Nar Studio', 'Keten Basic', 'Nar Deri'] as const
const winterFabrics = /Wool|Merino|Mohair|Cashmere|Lambswool|Alpaca|Flannel|Tweed|Boucle|Padded|Corduroy/
const summerFabrics = /Linen|Voile|voile|Straw|Canvas|Chambray/

export function fashionProducts(random: Random): ProductIdea[] {
  const styles = garments.flatMap((garment) =>
    garment.fabrics
      .split(', ')
      .flatMap((fabric) => garment.cuts.split(', ').map((cut) => ({ garment, fabric, cut }))),
  )
  // A style may be made by three of the house's lines, each with its own colours.
  const offered = styles.flatMap((style) => random.sample(brands, 3).map((brand) => ({ style, brand })))
  return random.sample(offered, 800).map(({ style, brand }, index) => idea(random, style, brand, index))
}

function idea(
  random: Random,
  { garment, fabric, cut }: { garment: Garment; fabric: string; cut: string },
  brand: string,
  index: number,
): ProductIdea {
  const season = winterFabrics.test(fabric)
    ? 'Winter'
    : summerFabrics.test(fabric) || garment.noun === 'shorts'
      ? 'Summer'
      : random.chance(0.1)
        ? 'UnDetermined'
        : 'NoSeason'
  // A few styles come in all eight colours and seven sizes.
  const full = index % 40 === 0
  const own = random.sample(colors, full ? 8 : random.int(1, 4))
  const sizes =
    full || garment.sizes.length === 0
      ? garment.sizes
      : garment.sizes.slice(random.int(0, 2), garment.sizes.length - random.int(0, 2))
  const notMade = new Set(
    own.flatMap((color) =>
      random.chance(0.25) ? random.sample(sizes, 1).map((size) => `${color.code}/${size.code}`) : [],
    ),
  )
  return {
    code: `NK-${garment.category.slice(0, 2).toUpperCase()}${String(index + 1).padStart(4, '0')}`,
    name: `${fabric} ${garment.noun}, ${cut}`,
    names: fashionNames(fabric, garment.noun, cut),
    description: `${brand}, ${fabric.toLowerCase()}. ${season === 'Winter' ? 'Autumn and winter.' : season === 'Summer' ? 'Spring and summer.' : 'All year.'}`,
    category: garment.category,
    brand,
    season,
    flowType: season === 'NoSeason' || random.chance(0.65) ? 'Standard' : 'PreSeason',
    shape: garment.shape,
    color: own[0]?.hex === '#ffffff' ? '#efe6d5' : (own[0]?.hex ?? '#676c73'),
    packUnit: random.pick(garment.pack),
    maximumPacks: random.pick([60, 120, 240]),
    leadTimeDays: random.int(2, 6),
    price: Math.round(random.between(...garment.price) / 10) * 10 - 0.1,
    colors: own,
    sizes,
    // A style with one colour and one size is made in it.
    ...(own.length * sizes.length > 3 && { notMade }),
  }
}
