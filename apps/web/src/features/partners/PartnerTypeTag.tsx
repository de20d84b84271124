import { TypeTag } from '../../ui/status/TypeTag.tsx';
import { partnerType } from './partner-type.ts';

/** What kind of partner it is, in the colour of the kind. */
export function PartnerTypeTag({ type }: { type: string | null }) {
  return <TypeTag {...partnerType(type)} />;
}
