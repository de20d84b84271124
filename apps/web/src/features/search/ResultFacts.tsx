import type { SearchResult } from '@simiente/contract/search';
import { IconBuildingHospital, IconClipboardList, IconMapPin } from '@tabler/icons-react';
import { DateText } from '../../ui/page/DateText.tsx';
import { StatusPill } from '../../ui/status/StatusPill.tsx';
import { PartnerTypeTag } from '../partners/public.ts';
import { patientStatus } from '../patients/public.ts';
import { useClinicTimeZone } from '../session/public.ts';
import classes from './OptionRow.module.css';

/** What tells a record from others of its name. */
export function ResultFacts({ result }: { result: SearchResult }) {
  const timeZone = useClinicTimeZone();
  switch (result.kind) {
    case 'exam_order':
      return <DateText value={result.createDate} timeZone={timeZone} />;
    case 'patient': {
      const { tone, tag } = patientStatus(result.status);
      return <StatusPill tone={tone} label={tag} />;
    }
    case 'doctor':
      return result.isRetired ? 'Retirado' : result.specialty;
    case 'partner':
      return <PartnerTypeTag type={result.type} />;
    case 'branch':
      return result.partner.name;
    case 'prospect':
      return <DateText value={result.createDate} locale="es" missing="N/A" />;
  }
}

const icons = {
  exam_order: IconClipboardList,
  partner: IconBuildingHospital,
  branch: IconMapPin,
};

/** Stands where a person has initials. */
export function RecordIcon({ kind }: { kind: keyof typeof icons }) {
  const Icon = icons[kind];
  return (
    <span className={classes.icon}>
      <Icon size={19} stroke={1.7} aria-hidden />
    </span>
  );
}
