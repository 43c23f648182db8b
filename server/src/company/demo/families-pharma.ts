// Which medicines the pharmaceutical demo company sells, by family; no name of a real product.

export type Form = 'tablet' | 'capsule' | 'injection' | 'syrup' | 'cream' | 'inhaler' | 'drops'
export type Family = {
  endings: readonly string[]
  category: string
  brand: string
  forms: readonly Form[]
  strengths: readonly string[]
  flowType?: string
  price: readonly [number, number]
}

export const families: readonly Family[] = [
  {
    endings: ['pril', 'sartan', 'olol', 'dipine'],
    category: 'Cardiology',
    brand: 'Selvikor',
    forms: ['tablet'],
    strengths: ['2.5 mg', '5 mg', '10 mg', '20 mg', '40 mg'],
    price: [45, 240],
  },
  {
    endings: ['vastatin', 'fibrate'],
    category: 'Lipid metabolism',
    brand: 'Selvikor',
    forms: ['tablet', 'capsule'],
    strengths: ['10 mg', '20 mg', '40 mg'],
    price: [60, 260],
  },
  {
    endings: ['cillin', 'floxacin', 'romycin'],
    category: 'Anti-infectives',
    brand: 'Selvibiyo',
    forms: ['tablet', 'syrup', 'injection'],
    strengths: ['250 mg', '500 mg', '1000 mg'],
    price: [55, 320],
  },
  {
    endings: ['conazole', 'fungin'],
    category: 'Antifungals',
    brand: 'Selvibiyo',
    forms: ['capsule', 'cream'],
    strengths: ['50 mg', '100 mg', '150 mg'],
    price: [70, 380],
  },
  {
    endings: ['prazole', 'tidine'],
    category: 'Gastroenterology',
    brand: 'Selvigast',
    forms: ['capsule', 'tablet'],
    strengths: ['15 mg', '20 mg', '40 mg'],
    price: [50, 190],
  },
  {
    endings: ['gliptin', 'gliflozin', 'glitazone'],
    category: 'Diabetes',
    brand: 'Selvigluk',
    forms: ['tablet'],
    strengths: ['25 mg', '50 mg', '100 mg'],
    price: [180, 620],
  },
  {
    endings: ['glutide', 'sulin'],
    category: 'Diabetes',
    brand: 'Selvigluk',
    forms: ['injection'],
    strengths: ['0.5 mg', '1 mg', '100 IU/ml'],
    flowType: 'ColdChain',
    price: [640, 3_800],
  },
  {
    endings: ['triptan', 'racetam', 'gabalin'],
    category: 'Neurology',
    brand: 'Selvinöro',
    forms: ['tablet', 'capsule'],
    strengths: ['25 mg', '75 mg', '150 mg', '300 mg'],
    price: [90, 540],
  },
  {
    endings: ['oxetine', 'azepine', 'peridone'],
    category: 'Psychiatry',
    brand: 'Selvinöro',
    forms: ['tablet', 'drops'],
    strengths: ['1 mg', '2 mg', '10 mg', '20 mg'],
    price: [80, 420],
  },
  {
    endings: ['azepam', 'odone'],
    category: 'Controlled drugs',
    brand: 'Selvinöro',
    forms: ['tablet', 'injection'],
    strengths: ['2 mg', '5 mg', '10 mg'],
    flowType: 'Controlled',
    price: [60, 280],
  },
  {
    endings: ['terol', 'lukast', 'sonide'],
    category: 'Respiratory',
    brand: 'Selvinefes',
    forms: ['inhaler', 'tablet'],
    strengths: ['4 mg', '10 mg', '200 mcg'],
    price: [110, 690],
  },
  {
    endings: ['profen', 'coxib', 'fenac'],
    category: 'Pain relief',
    brand: 'Selvirahat',
    forms: ['tablet', 'cream', 'syrup'],
    strengths: ['25 mg', '100 mg', '400 mg'],
    price: [40, 170],
  },
  {
    endings: ['dronate', 'calcitol'],
    category: 'Bone health',
    brand: 'Selvikemik',
    forms: ['tablet', 'drops'],
    strengths: ['35 mg', '70 mg', '150 mg'],
    price: [120, 460],
  },
  {
    endings: ['tinib', 'ciclib'],
    category: 'Oncology',
    brand: 'Selvionko',
    forms: ['capsule', 'tablet'],
    strengths: ['50 mg', '100 mg', '200 mg'],
    price: [3_200, 24_000],
  },
  {
    endings: ['limumab', 'tuzumab'],
    category: 'Biologics',
    brand: 'Selvionko',
    forms: ['injection'],
    strengths: ['40 mg', '100 mg', '150 mg'],
    flowType: 'ColdChain',
    price: [4_800, 38_000],
  },
  {
    endings: ['oderm', 'orelle'],
    category: 'Dermatology',
    brand: 'Selviderm',
    forms: ['cream'],
    strengths: ['0.1%', '1%', '2%'],
    price: [55, 310],
  },
]
