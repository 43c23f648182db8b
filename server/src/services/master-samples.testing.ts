import { serviceProducts } from '@kervan/contract/access/words'
import { declaredSettings, settingNames } from '@kervan/contract/services/settings'
import type { Samples } from '../../test/sample-records.ts'

/** Settings whose default may be one more. */
const changeable = settingNames.filter(
  (name) => Number(declaredSettings[name].start) + 1 <= declaredSettings[name].most,
)

export const samples: Samples = {
  // One value of a setting holds at one place: each sample is of another setting.
  serviceSetting: {
    of: (n) => {
      const setting = changeable[n % changeable.length] ?? 'retentionThreshold'
      return { setting, settingValue: String(Number(declaredSettings[setting].start)), note: 'As agreed' }
    },
    another: {},
    changes: ['settingValue', 'note'],
  },
  creditTariff: (n) => ({ serviceProduct: serviceProducts[n % serviceProducts.length] ?? '' }),
}
