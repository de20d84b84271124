interface Named {
  readonly kind: string | null;
  readonly id: string | null;
}

/** The ids of the patients and prospects whom an act shows, by its subject and its patient. */
export function getPersonIds(
  subject: Named | null,
  patient: { readonly id: string } | null,
): string[] {
  const isProspect = subject?.kind === 'prospect' && subject.id !== null;
  return [...(patient ? [patient.id] : []), ...(isProspect ? [subject.id] : [])];
}
