import type { Language } from '@kervan/contract/kit/values'

export type MailWords = {
  language: Language
  subject: string
  /** Paragraphs parted by empty lines, as the mail without markup has them. */
  text: string
  /** Stands alone in a paragraph and is shown so that it can be read off and copied: a code, a temporary password. */
  secret?: string | undefined
  /** Where the mail leads, with the word on the button. */
  link?: { url: string; words: string } | undefined
  /** Who sends it and why, below everything. */
  foot: string
}

/**
 * A mail as a page: no picture and nothing else that would have to be loaded, so that it looks the same where remote
 * content is blocked and nobody learns whether it was opened. All that comes from people is escaped.
 */
export function mailPage({ language, subject, text, secret, link, foot }: MailWords): string {
  const paragraphs = text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) =>
      paragraph === secret
        ? secretBox(secret)
        : `<p style="margin:0 0 16px">${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`,
    )
  const button = link
    ? `<p style="margin:8px 0 16px"><a class="button" href="${escapeHtml(link.url)}" style="display:inline-block;padding:10px 20px;border-radius:6px;background:#1a6c98;color:#ffffff;font-weight:500;text-decoration:none">${escapeHtml(link.words)}</a></p>`
    : ''
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title><style>${dark}</style></head>
<body class="page" style="margin:0;background:#f3f4f6;color:#151a1f;font:15px/24px Inter,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:0 4px 12px;font-size:17px;font-weight:600">Kervan</td></tr>
<tr><td class="sheet" style="padding:28px 28px 12px;background:#ffffff;border:1px solid #e5e7ea;border-radius:8px;overflow-wrap:anywhere"><h1 style="margin:0 0 16px;font-size:18px;line-height:24px;font-weight:600">${escapeHtml(subject)}</h1>${paragraphs.join('')}${button}</td></tr>
<tr><td class="foot" style="padding:12px 4px;color:#676c73;font-size:12px;line-height:18px">${escapeHtml(foot)}</td></tr>
</table></td></tr></table></body></html>
`
}

const dark =
  '@media (prefers-color-scheme:dark){.page{background:#0f1317!important;color:#e7eaec!important}.sheet{background:#171c20!important;border-color:#2d3238!important}.secret{background:#21262b!important;border-color:#3c4247!important}.foot{color:#a6aaae!important}}'

function secretBox(secret: string): string {
  return `<p class="secret" style="margin:0 0 16px;padding:12px 16px;background:#f9fafb;border:1px solid #d6d9dd;border-radius:6px;font:600 20px/28px 'JetBrains Mono',Consolas,Menlo,monospace;text-align:center">${escapeHtml(secret)}</p>`
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
