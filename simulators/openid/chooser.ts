import type { Person } from './people.ts'

const carried = ['client_id', 'redirect_uri', 'state', 'nonce', 'code_challenge', 'fault'] as const

/** The page on which somebody says who they are: plain, and plainly not Microsoft's. */
export function chooser(
  asked: URLSearchParams,
  people: readonly Person[],
  faults: readonly string[],
): string {
  const fields = carried
    .filter((name) => name !== 'fault')
    .map((name) => `<input type="hidden" name="${name}" value="${escape(asked.get(name) ?? '')}">`)
  const chosen = asked.get('fault') ?? ''
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Choose an account (simulator)</title>
<style>body{font:14px/1.5 system-ui;max-width:420px;margin:48px auto;padding:0 16px;color:#151a1f}h1{font-size:20px;margin:0 0 4px}p{color:#676c73;margin:0 0 16px}button{display:block;width:100%;text-align:left;padding:10px 12px;margin:0 0 8px;border:1px solid #d6d9dd;border-radius:6px;background:#fff;font:inherit;cursor:pointer}button small{display:block;color:#676c73}label{display:block;margin:16px 0;color:#4c5258}select{font:inherit;margin-left:8px}</style>
<main><h1>Choose an account</h1><p>A simulator in the place of Microsoft Entra.</p>
<form method="post" action="choose">${fields.join('')}
${people.map((person) => `<button name="person" value="${person.objectId}">${escape(person.name)}<small>${escape(person.email)}</small></button>`).join('')}
<button name="person" value="">Cancel</button>
<label>Spoil the token<select name="fault"><option value="">no</option>${faults.map((fault) => `<option${fault === chosen ? ' selected' : ''}>${fault}</option>`).join('')}</select></label>
</form></main></html>`
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
