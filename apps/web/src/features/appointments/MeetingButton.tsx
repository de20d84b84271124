import { IconVideo } from '@tabler/icons-react';
import { LinkButton } from '../../ui/buttons/LinkButton.tsx';
import { LockButton } from '../../ui/buttons/LockButton.tsx';

const MEETING_LABEL = 'Entrar a la Reunión';

/** Opens the meeting in another tab; disabled, with its reason, where there is no address. */
export function MeetingButton({ url }: { url: string | null }) {
  const link = meetingLink(url);
  if ('reason' in link) {
    return (
      <LockButton kind="default" fullWidth icon={IconVideo} disabled disabledReason={link.reason}>
        {MEETING_LABEL}
      </LockButton>
    );
  }
  return (
    <LinkButton
      kind="default"
      fullWidth
      icon={IconVideo}
      href={link.href}
      newTab
      aria-label={`${MEETING_LABEL} (se abre en otra pestaña)`}
    >
      {MEETING_LABEL}
    </LinkButton>
  );
}

/** A meeting's address, or why its button is disabled. */
type MeetingLink = { readonly href: string } | { readonly reason: string };

/** Only http(s) addresses are linked: others, such as javascript:, could run code in our page. */
export function meetingLink(url: string | null): MeetingLink {
  const text = url?.trim() ?? '';
  if (text === '') return { reason: 'Esta cita no tiene enlace de reunión.' };
  const parsed = URL.parse(text);
  return parsed?.protocol === 'https:' || parsed?.protocol === 'http:'
    ? { href: parsed.href }
    : { reason: 'El enlace de la reunión no es una dirección web.' };
}
