import { z } from 'zod'
import { call, Nothing, Uuid } from '../kit/call.ts'
import { masterData } from '../kit/master-data.ts'
import { field } from '../kit/master-fields.ts'
import { otherLanguages } from '../kit/master-names.ts'

/** A tree is never deeper than this, whatever levels a company names. */
export const deepestLevel = 6

/** A node of the hierarchy of products (PRD-001): division, category, subcategory, as the company calls its levels. */
export const productGroupKind = masterData('productGroup', {
  group: 'Product',
  one: 'ProductGroup',
  many: 'ProductGroups',
  name: 'name',
  approval: true,
  fields: {
    code: field.code({ key: true, max: 64 }),
    name: field.text({ max: 120, searched: true }),
    parent: field.reference('productGroup', { optional: true, searched: true, bulk: true }),
    orderIndex: field.integer({ max: 9_999, start: 0 }),
    ...otherLanguages('name', { max: 120 }),
  },
})

/** What a company calls a level of its hierarchy: 1 is the top. With levels named, the tree is no deeper than they are. */
export const productLevelKind = masterData('productLevel', {
  group: 'Product',
  one: 'ProductLevel',
  many: 'ProductLevels',
  name: 'name',
  fields: {
    depth: field.integer({ key: true, min: 1, max: deepestLevel }),
    name: field.text({ max: 60, searched: true }),
    ...otherLanguages('name', { max: 60 }),
  },
})

const TreeNode = z.strictObject({
  id: Uuid,
  code: z.string(),
  name: z.string(),
  parentId: Uuid.nullable(),
  /** Products of this node itself, without those of the nodes below. */
  products: z.int(),
})

/** The whole hierarchy with its products counted; nodes stand in the company's order. */
export const getProductTree = call('Product/GetProductTree', {
  sharesPermission: 'GetProductGroups',
  reads: true,
  input: Nothing,
  output: z.strictObject({
    nodes: z.array(TreeNode),
    /** Names of the levels from the top; those that have none are empty. */
    levels: z.array(z.string()),
    maximumDepth: z.int(),
    /** Products that belong to no node. */
    unassigned: z.int(),
  }),
  refusals: [],
})

/** Every product of one node, or of none, goes to another: one change, all or nothing. Moving none is no fault. */
export const moveProducts = call('Product/MoveProducts', {
  input: z.strictObject({ fromId: Uuid.nullable(), toId: Uuid }),
  output: z.strictObject({
    moved: z.int(),
    /** They move when a second person has approved it. */
    waits: z.boolean(),
  }),
  refusals: ['NotFound', 'SelectionTooLarge', 'WholeCompanyNeeded', 'RecordInvalid', 'ChangeOutdated'],
})
