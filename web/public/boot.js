// Runs before everything else, as a file of its own because the content security policy allows no inline script.
// Sets language and colours before the first paint, and tells the user when the application cannot start (SHL-024).
;(function () {
  var words = {
    en: [
      'Kervan could not start',
      'A part of the application could not be loaded. Your data is safe on the server.',
      'Load again',
    ],
    tr: [
      'Kervan başlatılamadı',
      'Uygulamanın bir bölümü yüklenemedi. Verileriniz sunucuda güvende.',
      'Yeniden yükle',
    ],
    de: [
      'Kervan konnte nicht starten',
      'Ein Teil der Anwendung ließ sich nicht laden. Ihre Daten sind auf dem Server sicher.',
      'Neu laden',
    ],
  }
  var root = document.documentElement
  var language = read('kervan.language')
  if (!words[language]) language = ofBrowser()
  root.lang = language
  var scheme = read('kervan.colorScheme')
  var dark =
    scheme === 'dark' || (scheme !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches)
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')

  window.kervanFailed = function (cause) {
    console.error('Kervan could not start:', cause)
    if (window.kervanStarted) return
    var app = document.getElementById('app')
    if (!app || (app.firstChild && !document.getElementById('starting'))) return
    app.textContent = ''
    var box = document.createElement('main')
    box.setAttribute('role', 'alert')
    box.style.cssText =
      'max-width:26rem;margin:20vh auto 0;padding:0 20px;font:15px/22px system-ui,sans-serif;color:' +
      (dark ? '#e7eaec' : '#151a1f')
    document.body.style.background = dark ? '#171c20' : '#fff'
    box.appendChild(element('h1', words[language][0], 'font-size:18px;line-height:24px;margin:0 0 8px'))
    box.appendChild(element('p', words[language][1], 'margin:0 0 16px'))
    var again = element(
      'button',
      words[language][2],
      'font:inherit;padding:8px 14px;border:0;border-radius:6px;background:#1a6c98;color:#fff;cursor:pointer',
    )
    again.addEventListener('click', function () {
      location.reload()
    })
    box.appendChild(again)
    app.appendChild(box)
  }
  window.addEventListener(
    'error',
    function (event) {
      var target = event.target
      var script =
        target && (target.tagName === 'SCRIPT' || target.tagName === 'LINK')
          ? target.src || target.href
          : null
      // A picture that does not come keeps nothing from starting.
      if (target && target.tagName && !script) return
      if (!window.kervanStarted) window.kervanFailed(script || event.error || event.message)
    },
    true,
  )
  window.addEventListener('unhandledrejection', function (event) {
    if (!window.kervanStarted) window.kervanFailed(event.reason)
  })

  function element(name, text, style) {
    var made = document.createElement(name)
    made.textContent = text
    made.style.cssText = style
    return made
  }
  // On a first visit: the first language that the browser asks for and that there is.
  function ofBrowser() {
    var wanted = navigator.languages || []
    for (var at = 0; at < wanted.length; at += 1) {
      var short = wanted[at].split('-')[0].toLowerCase()
      if (words[short]) return short
    }
    return 'en'
  }
  function read(key) {
    try {
      return localStorage.getItem(key)
    } catch (blocked) {
      return null
    }
  }
})()
