import { eq } from 'drizzle-orm';
import type { Reader } from '../../platform/database/database.ts';
import { html, type IconName, icon } from '../../platform/pages/html.ts';
import type { PlainPage } from '../../platform/pages/plain-page.ts';
import { reportVersions } from '../../schema/reports.ts';
import {
  isSealed,
  readVerifyCode,
  supersededBy,
  VERIFY_PATH,
  withdrawnAt,
} from '../reports/public.ts';

/** The state of a signed version; `desconocido` for an unknown code. */
export type Verdict = 'vigente' | 'sustituido' | 'retirado' | 'desconocido';

/** State of the version with a code, in any spelling, and nothing else about it. */
export async function findVerdict(db: Reader, typed: string): Promise<Verdict> {
  // Looked for all the same: a code of another form must take as long.
  const [version] = await db
    .select({
      id: reportVersions.id,
      supersededBy,
      withdrawnAt,
    })
    .from(reportVersions)
    .where(eq(reportVersions.verifyCode, readVerifyCode(typed) ?? ''));
  if (!version || !(await isSealed(db, version.id))) return 'desconocido';
  if (version.withdrawnAt !== null) return 'retirado';
  return version.supersededBy === null ? 'vigente' : 'sustituido';
}

interface Words {
  readonly title: string;
  readonly text: string;
  readonly tone: 'green' | 'amber' | 'red';
  readonly icon: IconName;
}

const words: Readonly<Record<Exclude<Verdict, 'desconocido'>, Words>> = {
  vigente: {
    title: 'Vigente',
    text: 'Este informe está firmado y sigue vigente.',
    tone: 'green',
    icon: 'valid',
  },
  sustituido: {
    title: 'Sustituido',
    text: 'Hay una versión más reciente de este informe.',
    tone: 'amber',
    icon: 'superseded',
  },
  retirado: {
    title: 'Retirado',
    text: 'Este informe se retiró y ya no es válido.',
    tone: 'red',
    icon: 'withdrawn',
  },
};

/** Page with the form for a code. */
export const VERIFY_FORM_PATH = VERIFY_PATH.replace('/:code', '');

/** Characters of a code as it is typed, or of the address of its page. */
export const LONGEST_CODE = 200;

/** Asks for a code, if the address has no code or an invalid one. */
export function verifyForm({ isUnknown = false } = {}): PlainPage {
  const title = isUnknown ? 'No reconocemos este código' : 'Verifica un informe';
  const text = isUnknown
    ? 'Revisa que esté completo, como en el informe, o escanea el código QR.'
    : 'Escribe el código que está junto a la firma, o escanea el código QR.';
  return {
    title: isUnknown ? 'Código desconocido' : title,
    body: html`<h1>${title}</h1>
<p class="soft">${text}</p>
<form class="card" method="get" action="${VERIFY_FORM_PATH}" autocomplete="off">
<label for="codigo">Código de verificación</label>
<input id="codigo" name="codigo" maxlength="${String(LONGEST_CODE)}" autocomplete="off" autocapitalize="characters" spellcheck="false">
<p class="small help">Como K7QM-2XRD-9FTA-4NWE. Puedes usar mayúsculas o minúsculas.</p>
<button class="primary" type="submit">Verificar</button>
</form>`,
  };
}

/** The page of /verificar/{code}. It shows the code alone, never the patient or the content. */
export function verifyPage(verdict: Verdict, typed: string): PlainPage {
  if (verdict === 'desconocido') return verifyForm({ isUnknown: true });
  const { title, text, tone, icon: name } = words[verdict];
  return {
    title: `${title} · Verificación de informe`,
    body: html`<section class="card verdict"><div>
<span class="sign ${tone}">${icon(name, 28)}</span>
<h1>${title}</h1>
<p class="soft">${text}</p>
</div><div>
<p class="small">Código de verificación</p>
<p><b>${readVerifyCode(typed)}</b></p>
</div></section>
<p class="small note center">${icon('lock')} Esta página no muestra a quién pertenece el informe ni su contenido.</p>`,
  };
}
