import { partsScreen } from '../../kit/page/PartsScreen.tsx'

/** The products of a company with their variants (PRD-001). */
export default partsScreen({
  title: 'screen.companyProducts.title',
  groups: ['products'],
  parts: [
    {
      key: 'product',
      permission: 'product-getProducts',
      group: 'products',
      component: () => import('./products.ts'),
    },
    {
      key: 'productVariant',
      permission: 'product-getProductVariants',
      group: 'products',
      component: () => import('./variants.ts'),
    },
    {
      key: 'stockLevel',
      permission: 'product-getStockLevels',
      group: 'products',
      component: () => import('./stock.ts'),
    },
    {
      key: 'productGroup',
      permission: 'product-getProductGroups',
      group: 'products',
      component: () => import('./hierarchy/HierarchyPart.tsx'),
    },
    {
      key: 'productLevel',
      permission: 'product-getProductLevels',
      group: 'products',
      component: () => import('./hierarchy/levels.ts'),
    },
    {
      key: 'color',
      permission: 'product-getColors',
      group: 'products',
      component: () => import('./colors.ts'),
    },
  ],
  groupWord: (group) => `company.group.${group}`,
  partWord: (key) => `kind.${key}.many`,
})
