import { TextInput } from '@mantine/core';
import classes from './PersonFields.module.css';
import type { DraftErrors, PatientDraft } from './patient-draft.ts';

interface PersonFieldsProps {
  draft: PatientDraft;
  errors: DraftErrors;
  readOnly: boolean;
  onEdit: (next: Partial<PatientDraft>) => void;
}

/** Who a patient is: name, e-mail and phone. */
export function PersonFields({ draft, errors, readOnly, onEdit }: PersonFieldsProps) {
  return (
    <>
      <TextInput
        label="Nombre"
        required
        data-autofocus
        maxLength={300}
        autoComplete="off"
        value={draft.name}
        error={errors.name}
        readOnly={readOnly}
        onChange={(event) => onEdit({ name: event.currentTarget.value })}
      />
      <div className={classes.contact}>
        <TextInput
          type="email"
          label="Correo electrónico"
          inputMode="email"
          maxLength={300}
          autoComplete="off"
          spellCheck={false}
          value={draft.email}
          error={errors.email}
          readOnly={readOnly}
          onChange={(event) => onEdit({ email: event.currentTarget.value })}
        />
        <TextInput
          type="tel"
          label="Teléfono"
          maxLength={60}
          autoComplete="off"
          value={draft.phone}
          error={errors.phone}
          readOnly={readOnly}
          onChange={(event) => onEdit({ phone: event.currentTarget.value })}
        />
      </div>
    </>
  );
}
