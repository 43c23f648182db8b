// The seven geographic regions and the 973 districts of the 81 provinces of Türkiye. Public administration, not invented.

/** In the order of the plate numbers. */
const rows: readonly (readonly [region: string, districts: string])[] = [
  // Adana
  [
    'AKDENIZ',
    'Aladağ, Ceyhan, Çukurova, Feke, İmamoğlu, Karaisalı, Karataş, Kozan, Pozantı, Saimbeyli, Sarıçam, Seyhan, Tufanbeyli, Yumurtalık, Yüreğir',
  ],
  // Adıyaman
  ['GUNEYDOGU', 'Merkez, Besni, Çelikhan, Gerger, Gölbaşı, Kâhta, Samsat, Sincik, Tut'],
  // Afyonkarahisar
  [
    'EGE',
    'Merkez, Başmakçı, Bayat, Bolvadin, Çay, Çobanlar, Dazkırı, Dinar, Emirdağ, Evciler, Hocalar, İhsaniye, İscehisar, Kızılören, Sandıklı, Sinanpaşa, Sultandağı, Şuhut',
  ],
  // Ağrı
  ['DOGU-ANADOLU', 'Merkez, Diyadin, Doğubayazıt, Eleşkirt, Hamur, Patnos, Taşlıçay, Tutak'],
  // Amasya
  ['KARADENIZ', 'Merkez, Göynücek, Gümüşhacıköy, Hamamözü, Merzifon, Suluova, Taşova'],
  // Ankara
  [
    'IC-ANADOLU',
    'Akyurt, Altındağ, Ayaş, Bala, Beypazarı, Çamlıdere, Çankaya, Çubuk, Elmadağ, Etimesgut, Evren, Gölbaşı, Güdül, Haymana, Kahramankazan, Kalecik, Keçiören, Kızılcahamam, Mamak, Nallıhan, Polatlı, Pursaklar, Sincan, Şereflikoçhisar, Yenimahalle',
  ],
  // Antalya
  [
    'AKDENIZ',
    'Akseki, Aksu, Alanya, Demre, Döşemealtı, Elmalı, Finike, Gazipaşa, Gündoğmuş, İbradı, Kaş, Kemer, Kepez, Konyaaltı, Korkuteli, Kumluca, Manavgat, Muratpaşa, Serik',
  ],
  // Artvin
  ['KARADENIZ', 'Merkez, Ardanuç, Arhavi, Borçka, Hopa, Kemalpaşa, Murgul, Şavşat, Yusufeli'],
  // Aydın
  [
    'EGE',
    'Bozdoğan, Buharkent, Çine, Didim, Efeler, Germencik, İncirliova, Karacasu, Karpuzlu, Koçarlı, Köşk, Kuşadası, Kuyucak, Nazilli, Söke, Sultanhisar, Yenipazar',
  ],
  // Balıkesir
  [
    'MARMARA',
    'Altıeylül, Ayvalık, Balya, Bandırma, Bigadiç, Burhaniye, Dursunbey, Edremit, Erdek, Gömeç, Gönen, Havran, İvrindi, Karesi, Kepsut, Manyas, Marmara, Savaştepe, Sındırgı, Susurluk',
  ],
  // Bilecik
  ['MARMARA', 'Merkez, Bozüyük, Gölpazarı, İnhisar, Osmaneli, Pazaryeri, Söğüt, Yenipazar'],
  // Bingöl
  ['DOGU-ANADOLU', 'Merkez, Adaklı, Genç, Karlıova, Kiğı, Solhan, Yayladere, Yedisu'],
  // Bitlis
  ['DOGU-ANADOLU', 'Merkez, Adilcevaz, Ahlat, Güroymak, Hizan, Mutki, Tatvan'],
  // Bolu
  ['KARADENIZ', 'Merkez, Dörtdivan, Gerede, Göynük, Kıbrıscık, Mengen, Mudurnu, Seben, Yeniçağa'],
  // Burdur
  [
    'AKDENIZ',
    'Merkez, Ağlasun, Altınyayla, Bucak, Çavdır, Çeltikçi, Gölhisar, Karamanlı, Kemer, Tefenni, Yeşilova',
  ],
  // Bursa
  [
    'MARMARA',
    'Büyükorhan, Gemlik, Gürsu, Harmancık, İnegöl, İznik, Karacabey, Keles, Kestel, Mudanya, Mustafakemalpaşa, Nilüfer, Orhaneli, Orhangazi, Osmangazi, Yenişehir, Yıldırım',
  ],
  // Çanakkale
  [
    'MARMARA',
    'Merkez, Ayvacık, Bayramiç, Biga, Bozcaada, Çan, Eceabat, Ezine, Gelibolu, Gökçeada, Lapseki, Yenice',
  ],
  // Çankırı
  [
    'IC-ANADOLU',
    'Merkez, Atkaracalar, Bayramören, Çerkeş, Eldivan, Ilgaz, Kızılırmak, Korgun, Kurşunlu, Orta, Şabanözü, Yapraklı',
  ],
  // Çorum
  [
    'KARADENIZ',
    'Merkez, Alaca, Bayat, Boğazkale, Dodurga, İskilip, Kargı, Laçin, Mecitözü, Oğuzlar, Ortaköy, Osmancık, Sungurlu, Uğurludağ',
  ],
  // Denizli
  [
    'EGE',
    'Acıpayam, Babadağ, Baklan, Bekilli, Beyağaç, Bozkurt, Buldan, Çal, Çameli, Çardak, Çivril, Güney, Honaz, Kale, Merkezefendi, Pamukkale, Sarayköy, Serinhisar, Tavas',
  ],
  // Diyarbakır
  [
    'GUNEYDOGU',
    'Bağlar, Bismil, Çermik, Çınar, Çüngüş, Dicle, Eğil, Ergani, Hani, Hazro, Kayapınar, Kocaköy, Kulp, Lice, Silvan, Sur, Yenişehir',
  ],
  // Edirne
  ['MARMARA', 'Merkez, Enez, Havsa, İpsala, Keşan, Lalapaşa, Meriç, Süloğlu, Uzunköprü'],
  // Elazığ
  [
    'DOGU-ANADOLU',
    'Merkez, Ağın, Alacakaya, Arıcak, Baskil, Karakoçan, Keban, Kovancılar, Maden, Palu, Sivrice',
  ],
  // Erzincan
  ['DOGU-ANADOLU', 'Merkez, Çayırlı, İliç, Kemah, Kemaliye, Otlukbeli, Refahiye, Tercan, Üzümlü'],
  // Erzurum
  [
    'DOGU-ANADOLU',
    'Aşkale, Aziziye, Çat, Hınıs, Horasan, İspir, Karaçoban, Karayazı, Köprüköy, Narman, Oltu, Olur, Palandöken, Pasinler, Pazaryolu, Şenkaya, Tekman, Tortum, Uzundere, Yakutiye',
  ],
  // Eskişehir
  [
    'IC-ANADOLU',
    'Alpu, Beylikova, Çifteler, Günyüzü, Han, İnönü, Mahmudiye, Mihalgazi, Mihalıççık, Odunpazarı, Sarıcakaya, Seyitgazi, Sivrihisar, Tepebaşı',
  ],
  // Gaziantep
  ['GUNEYDOGU', 'Araban, İslahiye, Karkamış, Nizip, Nurdağı, Oğuzeli, Şahinbey, Şehitkamil, Yavuzeli'],
  // Giresun
  [
    'KARADENIZ',
    'Merkez, Alucra, Bulancak, Çamoluk, Çanakçı, Dereli, Doğankent, Espiye, Eynesil, Görele, Güce, Keşap, Piraziz, Şebinkarahisar, Tirebolu, Yağlıdere',
  ],
  // Gümüşhane
  ['KARADENIZ', 'Merkez, Kelkit, Köse, Kürtün, Şiran, Torul'],
  // Hakkâri
  ['DOGU-ANADOLU', 'Merkez, Çukurca, Derecik, Şemdinli, Yüksekova'],
  // Hatay
  [
    'AKDENIZ',
    'Altınözü, Antakya, Arsuz, Belen, Defne, Dörtyol, Erzin, Hassa, İskenderun, Kırıkhan, Kumlu, Payas, Reyhanlı, Samandağ, Yayladağı',
  ],
  // Isparta
  [
    'AKDENIZ',
    'Merkez, Aksu, Atabey, Eğirdir, Gelendost, Gönen, Keçiborlu, Senirkent, Sütçüler, Şarkikaraağaç, Uluborlu, Yalvaç, Yenişarbademli',
  ],
  // Mersin
  [
    'AKDENIZ',
    'Akdeniz, Anamur, Aydıncık, Bozyazı, Çamlıyayla, Erdemli, Gülnar, Mezitli, Mut, Silifke, Tarsus, Toroslar, Yenişehir',
  ],
  // İstanbul
  [
    'MARMARA',
    'Adalar, Arnavutköy, Ataşehir, Avcılar, Bağcılar, Bahçelievler, Bakırköy, Başakşehir, Bayrampaşa, Beşiktaş, Beykoz, Beylikdüzü, Beyoğlu, Büyükçekmece, Çatalca, Çekmeköy, Esenler, Esenyurt, Eyüpsultan, Fatih, Gaziosmanpaşa, Güngören, Kadıköy, Kağıthane, Kartal, Küçükçekmece, Maltepe, Pendik, Sancaktepe, Sarıyer, Silivri, Sultanbeyli, Sultangazi, Şile, Şişli, Tuzla, Ümraniye, Üsküdar, Zeytinburnu',
  ],
  // İzmir
  [
    'EGE',
    'Aliağa, Balçova, Bayındır, Bayraklı, Bergama, Beydağ, Bornova, Buca, Çeşme, Çiğli, Dikili, Foça, Gaziemir, Güzelbahçe, Karabağlar, Karaburun, Karşıyaka, Kemalpaşa, Kınık, Kiraz, Konak, Menderes, Menemen, Narlıdere, Ödemiş, Seferihisar, Selçuk, Tire, Torbalı, Urla',
  ],
  // Kars
  ['DOGU-ANADOLU', 'Merkez, Akyaka, Arpaçay, Digor, Kağızman, Sarıkamış, Selim, Susuz'],
  // Kastamonu
  [
    'KARADENIZ',
    'Merkez, Abana, Ağlı, Araç, Azdavay, Bozkurt, Cide, Çatalzeytin, Daday, Devrekani, Doğanyurt, Hanönü, İhsangazi, İnebolu, Küre, Pınarbaşı, Seydiler, Şenpazar, Taşköprü, Tosya',
  ],
  // Kayseri
  [
    'IC-ANADOLU',
    'Akkışla, Bünyan, Develi, Felahiye, Hacılar, İncesu, Kocasinan, Melikgazi, Özvatan, Pınarbaşı, Sarıoğlan, Sarız, Talas, Tomarza, Yahyalı, Yeşilhisar',
  ],
  // Kırklareli
  ['MARMARA', 'Merkez, Babaeski, Demirköy, Kofçaz, Lüleburgaz, Pehlivanköy, Pınarhisar, Vize'],
  // Kırşehir
  ['IC-ANADOLU', 'Merkez, Akçakent, Akpınar, Boztepe, Çiçekdağı, Kaman, Mucur'],
  // Kocaeli
  [
    'MARMARA',
    'Başiskele, Çayırova, Darıca, Derince, Dilovası, Gebze, Gölcük, İzmit, Kandıra, Karamürsel, Kartepe, Körfez',
  ],
  // Konya
  [
    'IC-ANADOLU',
    'Ahırlı, Akören, Akşehir, Altınekin, Beyşehir, Bozkır, Cihanbeyli, Çeltik, Çumra, Derbent, Derebucak, Doğanhisar, Emirgazi, Ereğli, Güneysınır, Hadim, Halkapınar, Hüyük, Ilgın, Kadınhanı, Karapınar, Karatay, Kulu, Meram, Sarayönü, Selçuklu, Seydişehir, Taşkent, Tuzlukçu, Yalıhüyük, Yunak',
  ],
  // Kütahya
  [
    'EGE',
    'Merkez, Altıntaş, Aslanapa, Çavdarhisar, Domaniç, Dumlupınar, Emet, Gediz, Hisarcık, Pazarlar, Simav, Şaphane, Tavşanlı',
  ],
  // Malatya
  [
    'DOGU-ANADOLU',
    'Akçadağ, Arapgir, Arguvan, Battalgazi, Darende, Doğanşehir, Doğanyol, Hekimhan, Kale, Kuluncak, Pütürge, Yazıhan, Yeşilyurt',
  ],
  // Manisa
  [
    'EGE',
    'Ahmetli, Akhisar, Alaşehir, Demirci, Gölmarmara, Gördes, Kırkağaç, Köprübaşı, Kula, Salihli, Sarıgöl, Saruhanlı, Selendi, Soma, Şehzadeler, Turgutlu, Yunusemre',
  ],
  // Kahramanmaraş
  [
    'AKDENIZ',
    'Afşin, Andırın, Çağlayancerit, Dulkadiroğlu, Ekinözü, Elbistan, Göksun, Nurhak, Onikişubat, Pazarcık, Türkoğlu',
  ],
  // Mardin
  ['GUNEYDOGU', 'Artuklu, Dargeçit, Derik, Kızıltepe, Mazıdağı, Midyat, Nusaybin, Ömerli, Savur, Yeşilli'],
  // Muğla
  [
    'EGE',
    'Bodrum, Dalaman, Datça, Fethiye, Kavaklıdere, Köyceğiz, Marmaris, Menteşe, Milas, Ortaca, Seydikemer, Ula, Yatağan',
  ],
  // Muş
  ['DOGU-ANADOLU', 'Merkez, Bulanık, Hasköy, Korkut, Malazgirt, Varto'],
  // Nevşehir
  ['IC-ANADOLU', 'Merkez, Acıgöl, Avanos, Derinkuyu, Gülşehir, Hacıbektaş, Kozaklı, Ürgüp'],
  // Niğde
  ['IC-ANADOLU', 'Merkez, Altunhisar, Bor, Çamardı, Çiftlik, Ulukışla'],
  // Ordu
  [
    'KARADENIZ',
    'Akkuş, Altınordu, Aybastı, Çamaş, Çatalpınar, Çaybaşı, Fatsa, Gölköy, Gülyalı, Gürgentepe, İkizce, Kabadüz, Kabataş, Korgan, Kumru, Mesudiye, Perşembe, Ulubey, Ünye',
  ],
  // Rize
  [
    'KARADENIZ',
    'Merkez, Ardeşen, Çamlıhemşin, Çayeli, Derepazarı, Fındıklı, Güneysu, Hemşin, İkizdere, İyidere, Kalkandere, Pazar',
  ],
  // Sakarya
  [
    'MARMARA',
    'Adapazarı, Akyazı, Arifiye, Erenler, Ferizli, Geyve, Hendek, Karapürçek, Karasu, Kaynarca, Kocaali, Pamukova, Sapanca, Serdivan, Söğütlü, Taraklı',
  ],
  // Samsun
  [
    'KARADENIZ',
    'Alaçam, Asarcık, Atakum, Ayvacık, Bafra, Canik, Çarşamba, Havza, İlkadım, Kavak, Ladik, Ondokuzmayıs, Salıpazarı, Tekkeköy, Terme, Vezirköprü, Yakakent',
  ],
  // Siirt
  ['GUNEYDOGU', 'Merkez, Baykan, Eruh, Kurtalan, Pervari, Şirvan, Tillo'],
  // Sinop
  ['KARADENIZ', 'Merkez, Ayancık, Boyabat, Dikmen, Durağan, Erfelek, Gerze, Saraydüzü, Türkeli'],
  // Sivas
  [
    'IC-ANADOLU',
    'Merkez, Akıncılar, Altınyayla, Divriği, Doğanşar, Gemerek, Gölova, Gürün, Hafik, İmranlı, Kangal, Koyulhisar, Suşehri, Şarkışla, Ulaş, Yıldızeli, Zara',
  ],
  // Tekirdağ
  [
    'MARMARA',
    'Çerkezköy, Çorlu, Ergene, Hayrabolu, Kapaklı, Malkara, Marmaraereğlisi, Muratlı, Saray, Süleymanpaşa, Şarköy',
  ],
  // Tokat
  [
    'KARADENIZ',
    'Merkez, Almus, Artova, Başçiftlik, Erbaa, Niksar, Pazar, Reşadiye, Sulusaray, Turhal, Yeşilyurt, Zile',
  ],
  // Trabzon
  [
    'KARADENIZ',
    'Akçaabat, Araklı, Arsin, Beşikdüzü, Çarşıbaşı, Çaykara, Dernekpazarı, Düzköy, Hayrat, Köprübaşı, Maçka, Of, Ortahisar, Sürmene, Şalpazarı, Tonya, Vakfıkebir, Yomra',
  ],
  // Tunceli
  ['DOGU-ANADOLU', 'Merkez, Çemişgezek, Hozat, Mazgirt, Nazımiye, Ovacık, Pertek, Pülümür'],
  // Şanlıurfa
  [
    'GUNEYDOGU',
    'Akçakale, Birecik, Bozova, Ceylanpınar, Eyyübiye, Halfeti, Haliliye, Harran, Hilvan, Karaköprü, Siverek, Suruç, Viranşehir',
  ],
  // Uşak
  ['EGE', 'Merkez, Banaz, Eşme, Karahallı, Sivaslı, Ulubey'],
  // Van
  [
    'DOGU-ANADOLU',
    'Bahçesaray, Başkale, Çaldıran, Çatak, Edremit, Erciş, Gevaş, Gürpınar, İpekyolu, Muradiye, Özalp, Saray, Tuşba',
  ],
  // Yozgat
  [
    'IC-ANADOLU',
    'Merkez, Akdağmadeni, Aydıncık, Boğazlıyan, Çandır, Çayıralan, Çekerek, Kadışehri, Saraykent, Sarıkaya, Sorgun, Şefaatli, Yenifakılı, Yerköy',
  ],
  // Zonguldak
  ['KARADENIZ', 'Merkez, Alaplı, Çaycuma, Devrek, Ereğli, Gökçebey, Kilimli, Kozlu'],
  // Aksaray
  ['IC-ANADOLU', 'Merkez, Ağaçören, Eskil, Gülağaç, Güzelyurt, Ortaköy, Sarıyahşi, Sultanhanı'],
  // Bayburt
  ['KARADENIZ', 'Merkez, Aydıntepe, Demirözü'],
  // Karaman
  ['IC-ANADOLU', 'Merkez, Ayrancı, Başyayla, Ermenek, Kazımkarabekir, Sarıveliler'],
  // Kırıkkale
  ['IC-ANADOLU', 'Merkez, Bahşılı, Balışeyh, Çelebi, Delice, Karakeçili, Keskin, Sulakyurt, Yahşihan'],
  // Batman
  ['GUNEYDOGU', 'Merkez, Beşiri, Gercüş, Hasankeyf, Kozluk, Sason'],
  // Şırnak
  ['GUNEYDOGU', 'Merkez, Beytüşşebap, Cizre, Güçlükonak, İdil, Silopi, Uludere'],
  // Bartın
  ['KARADENIZ', 'Merkez, Amasra, Kurucaşile, Ulus'],
  // Ardahan
  ['DOGU-ANADOLU', 'Merkez, Çıldır, Damal, Göle, Hanak, Posof'],
  // Iğdır
  ['DOGU-ANADOLU', 'Merkez, Aralık, Karakoyunlu, Tuzluca'],
  // Yalova
  ['MARMARA', 'Merkez, Altınova, Armutlu, Çınarcık, Çiftlikköy, Termal'],
  // Karabük
  ['KARADENIZ', 'Merkez, Eflani, Eskipazar, Ovacık, Safranbolu, Yenice'],
  // Kilis
  ['GUNEYDOGU', 'Merkez, Elbeyli, Musabeyli, Polateli'],
  // Osmaniye
  ['AKDENIZ', 'Merkez, Bahçe, Düziçi, Hasanbeyli, Kadirli, Sumbas, Toprakkale'],
  // Düzce
  ['KARADENIZ', 'Merkez, Akçakoca, Cumayeri, Çilimli, Gölyaka, Gümüşova, Kaynaşlı, Yığılca'],
]

/** By plate number: `regionOf(6)` is where Ankara lies. */
export const regionOf = (plate: number): string => rows[plate - 1]?.[0] ?? ''

/** Of a province, its centre first where it is called so, then by their names. */
export const districtsOf = (plate: number): readonly string[] => rows[plate - 1]?.[1].split(', ') ?? []
