import { Link } from '@tanstack/react-router';
import { pluralize } from '../../lib/format/numbers.ts';
import { NoticeLink } from '../../ui/page/NoticeLink.tsx';

/** Link to messages that could not be processed; hidden without such messages. */
export function InboxNotice({ count }: { count: number | null | undefined }) {
  if (!count) return null;
  return (
    <NoticeLink link={<Link to="/mensajes-sin-procesar" />}>
      {pluralize(count, ['mensaje sin procesar', 'mensajes sin procesar'])}
    </NoticeLink>
  );
}
