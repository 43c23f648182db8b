import { serviceSettingKind } from '@kervan/contract/services/setting-values'
import { masterDataScreen } from '../../kit/master/MasterDataPart.tsx'
import { AboutSetting } from './AboutSetting.tsx'

/** Values of settings by level (SVC-002): a form that says what the setting is and what it may be. */
export default masterDataScreen(serviceSettingKind, {
  views: {
    code: { pinned: true, width: 130 },
    setting: { width: 230 },
    settingValue: { width: 110 },
    locationGroup: { width: 150 },
    location: { width: 190 },
    product: { width: 190 },
    validFrom: { width: 120 },
    validTo: { width: 120 },
  },
  targets: {
    location: async () => (await import('@kervan/contract/company/locations')).locationKind,
    product: async () => (await import('@kervan/contract/company/products')).productKind,
  },
  about: AboutSetting,
})
