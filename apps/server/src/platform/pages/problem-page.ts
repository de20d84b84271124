import { errorTable } from '@simiente/contract/common/errors';
import type { Problem } from '../problem.ts';
import { html } from './html.ts';
import type { PlainPage } from './plain-page.ts';

/** The public addresses, and their subpaths. */
const PAGES = /^\/(cita|entrega|verificar)(?=[/?]|$)/i;

/** Whether all answers at a URL are HTML pages, also failures. */
export function isPageAddress(url: string): boolean {
  try {
    // Decoded, because the router decodes too.
    return PAGES.test(decodeURI(url));
  } catch {
    return PAGES.test(url);
  }
}

/** Explains a problem to a patient or another person without an account. */
export function problemPage({
  code,
  retryAfter,
}: Pick<Problem, 'code'> & Partial<Pick<Problem, 'retryAfter'>>): PlainPage {
  const [title, text] = describeProblem(code, retryAfter);
  return { title, body: html`<h1>${title}</h1><p class="soft">${text}</p>` };
}

function describeProblem(code: Problem['code'], retryAfter = 60): readonly [string, string] {
  const minutes = Math.ceil(retryAfter / 60);
  switch (errorTable[code].status) {
    case 404:
      return [
        'Esta página no existe',
        'Revisa que la dirección esté completa, como en el enlace o en el informe.',
      ];
    case 429:
      return [
        'Demasiados intentos',
        minutes === 1
          ? 'Espera un minuto y vuelve a intentarlo.'
          : `Espera ${minutes} minutos y vuelve a intentarlo.`,
      ];
    case 500:
    case 503:
    case 507:
      return [
        'En este momento no podemos responder',
        'No se perdió nada. Vuelve a intentarlo en unos minutos.',
      ];
    default:
      return ['No se pudo continuar', 'Vuelve a abrir el enlace e inténtalo de nuevo.'];
  }
}
