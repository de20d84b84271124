import { errorTable } from '@simiente/contract/common/errors';
import type { Doctor } from '@simiente/contract/doctors';
import { StaleFields } from '../../ui/page/StaleFields.tsx';
import { type DoctorDraft, draftOf } from './doctor-draft.ts';
import { dayName } from './weekdays.ts';

/** What stands for something that nobody wrote. */
const NOTHING = '—';

interface StaleDoctorProps {
  current: Doctor;
  draft: DoctorDraft;
  onTakeCurrent: () => void;
  onKeepMine: () => void;
}

/** Somebody else saved first: what differs between what there is now and the form, to take either. */
export function StaleDoctor({ current, draft, onTakeCurrent, onKeepMine }: StaleDoctorProps) {
  const mine = linesOf(draft);
  return (
    <StaleFields
      message={errorTable.STALE_VERSION.message}
      fields={linesOf(draftOf(current)).flatMap(({ label, text }, index) => {
        const own = mine[index]?.text;
        return own === text
          ? []
          : [{ label, isSame: false, theirs: text || NOTHING, mine: own || NOTHING }];
      })}
      onTakeCurrent={onTakeCurrent}
      onKeepMine={onKeepMine}
    />
  );
}

/** What a draft says, field by field, always the same fields in the same order. */
function linesOf(draft: DoctorDraft): { label: string; text: string }[] {
  return [
    { label: 'Nombre', text: draft.name },
    { label: 'Correo', text: draft.email },
    { label: 'Especialidades', text: draft.specialties },
    { label: 'Minutos por cita', text: draft.minutes },
    ...draft.days.map(({ weekday, works, from, to }) => ({
      label: dayName(weekday),
      text: works ? `${from}–${to}` : 'No atiende',
    })),
  ];
}
