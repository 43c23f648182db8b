import { serviceProducts } from '@kervan/contract/access/words'
import { declaredSettings, settingNames } from '@kervan/contract/services/settings'
import type { Samples } from '../../test/sample-records.ts'

export const samples: Samples = {
  // One value of a setting holds at one place: each sample is of another setting.
  serviceSetting: {
    of: (n) => {
      const setting = settingNames[n % settingNames.length] ?? 'retentionThreshold'
      return { setting, settingValue: declaredSettings[setting].start, note: 'As agreed' }
    },
    another: {},
    changes: ['note'],
  },
  creditTariff: (n) => ({ serviceProduct: serviceProducts[n % serviceProducts.length] ?? '' }),
}
