import type { Trade } from '../../demo/people.ts'

// The business partners of each company: thirty customers and more, six who supply it, four third parties. Names are
// invented from landscapes and plants; `sites` says what its locations are called and which type they have.

export type Site =
  | 'depot'
  | 'pharmacy'
  | 'hospital'
  | 'store'
  | 'online'
  | 'franchise'
  | 'station'
  | 'fleet'
  | 'plant'
  | 'none'
export type PartnerName = {
  name: string
  city: string
  relation: 'Customer' | 'Vendor' | 'ThirdParty'
  site: Site
}

function partners(relation: PartnerName['relation'], site: Site, list: string): PartnerName[] {
  return list
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', city = ''] = line.trim().split(' | ')
      return { name, city, relation, site }
    })
}

const pharma = [
  ...partners(
    'Customer',
    'depot',
    `
    Kızılırmak Ecza Deposu | Ankara
    Göksu Ecza Deposu | Antalya
    İncirli Ecza Kooperatifi | İstanbul
    Ilgaz Sağlık Lojistik | Kastamonu
    Akdoruk Ecza Deposu | Erzurum
    Çamlıbel Ecza Deposu | Sivas
    Ergene Ecza Deposu | Tekirdağ
    Karasu Ecza Kooperatifi | Sakarya
    Sarıgöl Ecza Deposu | Manisa
    Fırat Vadisi Ecza Deposu | Elazığ
    Üçpınar Ecza Deposu | İzmir
    Gediz Boyu Ecza Kooperatifi | İzmir
    Obruk Ecza Deposu | Konya
    Değirmendere Ecza Deposu | Trabzon
    Ceyhan Boyu Ecza Deposu | Adana
    Zeugma Yolu Ecza Deposu | Gaziantep`,
  ),
  ...partners(
    'Customer',
    'pharmacy',
    `
    Çınaraltı Eczaneleri | Bursa
    Papatya Eczaneleri | Eskişehir
    Ihlamur Eczaneleri | İstanbul
    Nergis Eczaneleri | Mersin
    Defne Yaprağı Eczaneleri | Hatay
    Adaçayı Eczaneleri | Muğla
    Kekik Eczaneleri | Denizli`,
  ),
  ...partners(
    'Customer',
    'hospital',
    `
    Bozkır Hastane Tedarik | Konya
    Yıldıztepe Hastaneleri | Kayseri
    Mavişehir Hastane Grubu | İzmir
    Körfez Şifa Hastaneleri | Kocaeli
    Zümrüt Hastane Tedarik | Ankara
    Yakamoz Hastaneleri | Antalya
    Serçe Hastane Grubu | İstanbul`,
  ),
  ...partners(
    'Vendor',
    'none',
    `
    Billur Etken Madde Sanayi | Kocaeli
    Katre Ampul ve Flakon | Tekirdağ
    Kutucu Karton Ambalaj | İstanbul
    Sedef Blister Folyo | Bursa
    Damla Çözelti Hammadde | İzmir
    Etiketçi Baskı Çözümleri | İstanbul`,
  ),
  ...partners(
    'ThirdParty',
    'pharmacy',
    `
    Çiğdem Eczanesi | Ankara
    Yeni Söğüt Eczanesi | Bilecik
    Kardelen Eczanesi | Bolu
    Gelincik Eczanesi | Çanakkale`,
  ),
]

const fashion = [
  ...partners('Customer', 'store', 'Nar Keten Mağazaları | İstanbul'),
  ...partners(
    'Customer',
    'franchise',
    `
    Sarmaşık Mağazacılık | Ankara
    Ebruli Giyim Mağazaları | İzmir
    Iğneada Moda Pazarlama | Kırklareli
    Tezgâh Giyim | Denizli
    Mercan Mağazacılık | Antalya
    Kuşburnu Giyim | Bursa
    Yelken Moda | Muğla
    Oya Butikleri | Konya
    Çarşıbaşı Giyim | Trabzon
    Kadife Mağazacılık | Gaziantep
    Atlas Dokuma Mağazaları | Kayseri
    Pamukova Giyim | Sakarya
    İpekyolu Moda | Şanlıurfa
    Gökçe Mağazacılık | Samsun
    Ilıca Giyim | Afyonkarahisar
    Şile Bezi Mağazaları | İstanbul
    Badem Butik | Aydın
    Lavanta Moda | Isparta
    Akik Giyim | Erzurum
    Hasır Mağazacılık | Adana
    Nakış Moda | Malatya
    Poyrazlı Giyim | Balıkesir
    Düğmeci Mağazaları | Manisa
    Fesleğen Moda | Mersin
    Üzüm Bağı Giyim | Nevşehir
    Kumsal Mağazacılık | Aydın
    Çeşme Başı Giyim | İzmir
    Yonca Butikleri | Eskişehir`,
  ),
  ...partners('Customer', 'online', 'Sepetçi Pazaryeri | İstanbul'),
  ...partners(
    'Vendor',
    'none',
    `
    İplikhane Tekstil | Denizli
    Kozacı Dokuma | Bursa
    Terzibaşı Konfeksiyon | İstanbul
    Sahtiyan Deri ve Kundura | İzmir
    Boyahane Kumaş | Tekirdağ
    Makara Triko | Gaziantep`,
  ),
  ...partners(
    'ThirdParty',
    'franchise',
    `
    Ateşoğlu Franchise | Kocaeli
    Derin Mavi Franchise | Antalya
    Dağ Evi Franchise | Bolu
    Sahil Franchise | Ordu`,
  ),
]

const fuel = [
  ...partners(
    'Customer',
    'station',
    `
    Yeşilova İstasyonları | Burdur
    Kavşak Petrol Bayileri | Ankara
    Işıkdere Petrol | Afyonkarahisar
    Gündönümü Petrol | Konya
    Rüzgârlı Petrol | Çanakkale
    Çifteköprü İstasyonları | Eskişehir
    Sınır Kapısı Petrol | Edirne
    Turunçlu Petrol | Adana
    Taşlıtarla İstasyonları | İstanbul
    Zeytindalı Petrol | Balıkesir
    Karayemiş Petrol | Giresun
    Üçyol Petrol | Kırıkkale
    Ovaakça İstasyonları | Bursa
    Nehirboyu Petrol | Diyarbakır
    Alacadağ Petrol | Antalya
    Dörtyolağzı İstasyonları | Hatay
    Gölkıyısı Petrol | Van
    İğdeli Petrol | Sivas`,
  ),
  ...partners(
    'Customer',
    'fleet',
    `
    Gündoğdu Lojistik | Mersin
    Uzunyol Nakliyat | Kocaeli
    Başak Tarım Makineleri | Tekirdağ
    Martı Denizcilik | İzmir
    Kervansaray Otobüs İşletmesi | Kayseri
    Doruk Hafriyat | İstanbul
    Ilgın Tarım Kooperatifi | Konya`,
  ),
  ...partners(
    'Customer',
    'plant',
    `
    Taşköprü Maden | Kastamonu
    Kireçli Çimento | Adıyaman
    Demirtepe Sanayi | Bilecik
    Şelale Enerji Santrali | Artvin
    Pancar Vadisi Şeker | Tokat`,
  ),
  ...partners(
    'Vendor',
    'none',
    `
    Katman Madeni Yağ Harmanlama | Kocaeli
    Azur Üre Çözeltileri | Mersin
    Tüpçü Çelik Kap Sanayi | Kırıkkale
    Keçeli Filtre ve Gres | İzmir
    Bidon Plastik Ambalaj | Gaziantep
    Akış Pompa ve Hortum | İstanbul`,
  ),
  ...partners(
    'ThirdParty',
    'station',
    `
    Bozkurt Otoyol Tesisleri | Bolu
    Yayla Mola Tesisleri | Düzce
    Gezgin Dinlenme Tesisleri | Aksaray
    Sazlıdere Tesisleri | Kırklareli`,
  ),
]

export const partnersOf: Record<Trade, readonly PartnerName[]> = { pharma, fashion, fuel }
