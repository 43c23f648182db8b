import type { Written } from './parts.ts'

// Drafts of the two texts that a portal needs before its first user signs in: terms of use, and what is told about
// personal data (Article 10 of the Turkish law 6698, Article 13 of the GDPR). They are to be completed where brackets stand
// and looked at by a lawyer; nothing publishes them by itself.

export type SampleKey = 'terms' | 'privacy'
type Sample = Pick<Written, 'title' | 'text'>

/** The draft for a company, in all languages. `company`: its name as it signs. */
export function sampleOf(key: SampleKey, company: string): Sample {
  const { title, text } = samples[key]
  const named = (said: string) => said.replaceAll('{company}', company)
  return { title, text: { en: named(text.en), tr: named(text.tr), de: named(text.de) } }
}

const samples: Record<SampleKey, Sample> = {
  terms: {
    title: { en: 'Terms of use', tr: 'Kullanım koşulları', de: 'Nutzungsbedingungen' },
    text: {
      en: `1. Who offers this portal
{company}, [address], [tax or register number], offers this portal to its business customers and their employees.

2. Your access
Your access is personal. Keep your password secret and tell us at once at [email] if somebody else may know it. We may block an access that is misused.

3. Orders
An order that you place in the portal is an offer to buy. It becomes binding when we approve it. Prices, terms of payment and delivery follow from [the agreement between you and us]. Quantities and stock that are shown may change until the order is approved.

4. Permitted use
Use the portal for the business of your company only. Do not read data automatically except through the interfaces that we provide.

5. Availability and liability
We maintain the portal with care, but cannot promise that it is available without interruption. Our liability follows from [the agreement between you and us] and from the law.

6. Changes
When these terms change, you are asked to agree to the new version before you go on.

7. Law and place of jurisdiction
The law of [country] applies. The courts of [place] are competent, as far as the law permits this choice.

Date: [date]`,
      tr: `1. Portalı kim sunar
{company}, [adres], [vergi veya sicil numarası], bu portalı ticari müşterilerinin ve onların çalışanlarının kullanımına sunar.

2. Erişiminiz
Erişiminiz size özeldir. Parolanızı gizli tutun; başkasının öğrendiğinden şüphelenirseniz hemen [e-posta] adresine bildirin. Kötüye kullanılan erişimi kapatabiliriz.

3. Siparişler
Portalda verdiğiniz sipariş bir alım teklifidir ve onayımızla bağlayıcı olur. Fiyatlar, ödeme ve teslimat koşulları [aramızdaki sözleşme] uyarınca belirlenir. Gösterilen miktar ve stoklar sipariş onaylanıncaya kadar değişebilir.

4. İzin verilen kullanım
Portalı yalnızca şirketinizin işleri için kullanın. Sunduğumuz arayüzler dışında verileri otomatik olarak okumayın.

5. Erişilebilirlik ve sorumluluk
Portalı özenle işletiriz, ancak kesintisiz çalışacağını taahhüt edemeyiz. Sorumluluğumuz [aramızdaki sözleşme] ve kanun hükümlerine tabidir.

6. Değişiklikler
Bu koşullar değiştiğinde, devam etmeden önce yeni sürüme onayınız istenir.

7. Uygulanacak hukuk ve yetkili mahkeme
[Ülke] hukuku uygulanır. Kanunun izin verdiği ölçüde [yer] mahkemeleri yetkilidir.

Tarih: [tarih]`,
      de: `1. Anbieter
{company}, [Anschrift], [Steuer- oder Registernummer], stellt dieses Portal ihren gewerblichen Kunden und deren Beschäftigten zur Verfügung.

2. Ihr Zugang
Ihr Zugang ist persönlich. Halten Sie Ihr Passwort geheim und melden Sie sich unverzüglich unter [E-Mail], wenn es jemand anderem bekannt sein könnte. Missbräuchlich genutzte Zugänge können wir sperren.

3. Bestellungen
Eine Bestellung im Portal ist ein Kaufangebot. Verbindlich wird sie mit unserer Genehmigung. Preise, Zahlungs- und Lieferbedingungen ergeben sich aus [der Vereinbarung zwischen Ihnen und uns]. Angezeigte Mengen und Bestände können sich bis zur Genehmigung ändern.

4. Zulässige Nutzung
Nutzen Sie das Portal nur für die Geschäfte Ihres Unternehmens. Lesen Sie Daten nicht automatisiert aus, außer über die bereitgestellten Schnittstellen.

5. Verfügbarkeit und Haftung
Wir betreiben das Portal mit Sorgfalt, können aber keinen ununterbrochenen Betrieb zusagen. Unsere Haftung richtet sich nach [der Vereinbarung zwischen Ihnen und uns] und dem Gesetz.

6. Änderungen
Ändern sich diese Bedingungen, werden Sie vor der weiteren Nutzung um Zustimmung zur neuen Fassung gebeten.

7. Recht und Gerichtsstand
Es gilt das Recht von [Land]. Gerichtsstand ist [Ort], soweit das Gesetz diese Wahl zulässt.

Stand: [Datum]`,
    },
  },
  privacy: {
    title: {
      en: 'Information on personal data',
      tr: 'Kişisel verilere ilişkin aydınlatma metni',
      de: 'Datenschutzhinweise',
    },
    text: {
      en: `1. Controller
{company}, [address], [email]. Representative: [name]. Data protection officer, where there is one: [name, email].

2. Which data
Name, email address, role, employer and places of work; sign-ins with time, address and device; orders and other actions that you take in the portal; notices that were sent to you.

3. What for, and on which legal basis
To perform the contract with your company (Article 6(1)(b) and (f) GDPR; Article 5(2)(c) and (f) of Law No. 6698). To secure the portal and trace actions (Article 6(1)(f) GDPR; Article 5(2)(f) of Law No. 6698). To meet legal duties such as keeping business records (Article 6(1)(c) GDPR; Article 5(2)(ç) of Law No. 6698).

4. How they are collected
Electronically: from what you or your company enter, and by your use of the portal.

5. Who receives them
Employees of {company} in charge of orders; the operator of the portal [name, place]; providers of email and hosting [names, places]; authorities where the law demands it. Transfers abroad: [none / country and safeguard].

6. How long
As long as your access exists, then as long as the law demands: [periods].

7. Your rights
You may ask whether and which data we process, and for access, correction, deletion, restriction and a copy; you may object to processing (Articles 15 to 21 GDPR, Article 11 of Law No. 6698). Write to [email or address].

8. Complaints
You may complain to a supervisory authority: [authority], in Türkiye the Personal Data Protection Authority (KVKK).

9. Whether you have to give them
Without these data we cannot give you access to the portal. No decision is made by automated means alone.

Date: [date]`,
      tr: `1. Veri sorumlusu
{company}, [adres], [e-posta]. Temsilci: [ad]. Varsa irtibat kişisi: [ad, e-posta].

2. İşlenen kişisel veriler
Ad, soyad, e-posta adresi, rol, işveren ve çalışma yerleri; zaman, adres ve cihaz bilgisiyle oturum açma kayıtları; portalda verdiğiniz siparişler ve yaptığınız diğer işlemler; size gönderilen bildirimler.

3. İşleme amaçları ve hukuki sebepler
Şirketinizle yapılan sözleşmenin kurulması ve ifası (6698 sayılı Kanun md. 5/2-c ve f; GDPR md. 6/1-b ve f). Portalın güvenliği ve işlemlerin izlenebilirliği (6698 sayılı Kanun md. 5/2-f; GDPR md. 6/1-f). Ticari kayıtların saklanması gibi hukuki yükümlülükler (6698 sayılı Kanun md. 5/2-ç; GDPR md. 6/1-c).

4. Toplama yöntemi
Elektronik ortamda: sizin veya şirketinizin girdiği bilgilerden ve portalı kullanımınızdan.

5. Aktarılan taraflar ve amaçları
Siparişlerden sorumlu {company} çalışanları; portalın işletilmesi için [ad, yer]; e-posta ve barındırma hizmeti için [adlar, yerler]; kanunun gerektirdiği hallerde yetkili kurumlar. Yurt dışına aktarım: [yok / ülke ve güvence].

6. Saklama süresi
Erişiminiz sürdüğü müddetçe, sonrasında kanunların öngördüğü süre boyunca: [süreler].

7. Haklarınız
6698 sayılı Kanun’un 11. maddesi uyarınca verilerinizin işlenip işlenmediğini öğrenme, bilgi isteme, amacına uygun kullanılıp kullanılmadığını öğrenme, aktarıldığı üçüncü kişileri bilme, düzeltilmesini, silinmesini veya yok edilmesini ve bunların aktarılan kişilere bildirilmesini isteme, otomatik sistemlerle analiz sonucu aleyhinize çıkan sonuca itiraz etme ve zararınızın giderilmesini isteme haklarına sahipsiniz. Başvurularınızı [e-posta veya adres] üzerinden iletebilirsiniz.

8. Şikâyet
Kişisel Verileri Koruma Kuruluna, Avrupa Birliği’nde ilgili denetim makamına şikâyette bulunabilirsiniz.

9. Verilerin sağlanması zorunlu mu
Bu veriler olmadan size portal erişimi verilemez. Yalnızca otomatik işlemeye dayalı karar verilmez.

Tarih: [tarih]`,
      de: `1. Verantwortlicher
{company}, [Anschrift], [E-Mail]. Vertreten durch: [Name]. Datenschutzbeauftragter, soweit bestellt: [Name, E-Mail].

2. Welche Daten
Name, E-Mail-Adresse, Rolle, Arbeitgeber und Einsatzorte; Anmeldungen mit Zeit, Adresse und Gerät; Bestellungen und andere Handlungen im Portal; an Sie gesendete Benachrichtigungen.

3. Zwecke und Rechtsgrundlagen
Erfüllung des Vertrags mit Ihrem Unternehmen (Art. 6 Abs. 1 Buchst. b und f DSGVO; Art. 5 Abs. 2 Buchst. c und f des türkischen Gesetzes Nr. 6698). Sicherheit des Portals und Nachvollziehbarkeit (Art. 6 Abs. 1 Buchst. f DSGVO; Art. 5 Abs. 2 Buchst. f des Gesetzes Nr. 6698). Gesetzliche Pflichten, etwa zur Aufbewahrung (Art. 6 Abs. 1 Buchst. c DSGVO; Art. 5 Abs. 2 Buchst. ç des Gesetzes Nr. 6698).

4. Herkunft
Elektronisch: aus Angaben von Ihnen oder Ihrem Unternehmen und aus Ihrer Nutzung des Portals.

5. Empfänger
Mit Bestellungen befasste Beschäftigte von {company}; Betreiber des Portals [Name, Ort]; Anbieter für E-Mail und Hosting [Namen, Orte]; Behörden, soweit gesetzlich vorgeschrieben. Übermittlung in Drittländer: [keine / Land und Garantie].

6. Speicherdauer
Solange Ihr Zugang besteht, danach für die gesetzlichen Fristen: [Fristen].

7. Ihre Rechte
Sie haben das Recht auf Auskunft, Berichtigung, Löschung, Einschränkung der Verarbeitung, Datenübertragbarkeit und Widerspruch (Art. 15 bis 21 DSGVO; Art. 11 des Gesetzes Nr. 6698). Wenden Sie sich an [E-Mail oder Anschrift].

8. Beschwerde
Sie können sich bei einer Aufsichtsbehörde beschweren: [Behörde], in der Türkei bei der Behörde für den Schutz personenbezogener Daten (KVKK).

9. Pflicht zur Bereitstellung
Ohne diese Daten können wir Ihnen keinen Zugang geben. Entscheidungen werden nicht ausschließlich automatisiert getroffen.

Stand: [Datum]`,
    },
  },
}
