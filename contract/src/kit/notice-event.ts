/**
 * How somebody hears of an event (ORD-024): in the portal, by mail at once, both, in the portal and by one mail a day of
 * what is unread, or not at all.
 */
export const noticeChoices = ['NoticeAndMail', 'Notice', 'Mail', 'Digest', 'Nothing'] as const
export type NoticeChoice = (typeof noticeChoices)[number]

/**
 * The events of an area that somebody can be told of. The words are `notice.text.<event>` and `notice.event.<event>`.
 * `mail`: its text, `mail.<mail>.subject` and `.body`. `usual`: what holds for who has chosen nothing. `opens`: what a click opens.
 * `first`: who has chosen nothing is told of the first only, and not again while that notice is unread.
 */
export type NoticeEvents = Readonly<
  Record<
    `${string}.${string}`,
    {
      mail: string
      usual: NoticeChoice
      opens: string
      first?: true
    }
  >
>

/** The message that says it: what was refused of the work is named where something was. */
export const wordsOfNotice = (event: string, { refused }: Record<string, unknown>): string =>
  typeof refused === 'number' && refused > 0 ? `notice.text.${event}Refused` : `notice.text.${event}`
