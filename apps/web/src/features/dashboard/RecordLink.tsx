import type { NamedRecord } from '@simiente/contract/activity-sentence';
import { Link } from '@tanstack/react-router';
import classes from './ActivityRow.module.css';

/** A record's name, which leads to it; one that has no page of its own stands in its patient's. */
export function RecordLink({ record: { kind, id, name } }: { record: NamedRecord }) {
  const look = { className: classes.record, title: name, children: name };
  switch (kind) {
    case 'patient':
    case 'exam':
    case 'exam_order':
      return <Link to="/pacientes/$idUser" params={{ idUser: id }} {...look} />;
    case 'doctor_appointment':
      return <Link to="/pacientes/$idUser/doctor-appointments" params={{ idUser: id }} {...look} />;
    case 'recipe_appointment':
      return <Link to="/pacientes/$idUser/recipe-appointments" params={{ idUser: id }} {...look} />;
    case 'doctor':
      return <Link to="/medicos/$idDoctor" params={{ idDoctor: id }} {...look} />;
    case 'partner':
      return <Link to="/partner/$idPartner" params={{ idPartner: id }} {...look} />;
    case 'prospect':
      return <Link to="/prospectos" search={{ prospecto: id }} {...look} />;
    default:
      return <span className={classes.record}>{name}</span>;
  }
}
