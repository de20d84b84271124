import { Modal } from '@mantine/core';
import { errorTable } from '@simiente/contract/common/errors';
import { StaleFields } from '../../ui/page/StaleFields.tsx';
import { type BranchDraft, draftOf } from './branch-draft.ts';
import { examNames } from './exam-names.ts';
import type { BranchForm } from './use-branch-form.ts';

/** What stands for something that nobody wrote. */
const NOTHING = '—';

/** Somebody else saved first: what differs between what there is now and the form, to take either. */
export function StaleBranch({ form }: { form: BranchForm }) {
  const { current, mine, takeCurrent, keepMine } = form;
  return (
    <Modal
      opened={current !== undefined}
      onClose={takeCurrent}
      title="La sucursal cambió mientras la editabas"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      size={520}
    >
      {current && (
        <StaleFields
          message={errorTable.STALE_VERSION.message}
          fields={differences(draftOf(current), mine)}
          onTakeCurrent={takeCurrent}
          onKeepMine={keepMine}
        />
      )}
    </Modal>
  );
}

function differences(theirs: BranchDraft, mine: BranchDraft) {
  const own = linesOf(mine);
  return linesOf(theirs).flatMap(([label, text], index) => {
    const other = own[index]?.[1] ?? '';
    return other === text
      ? []
      : [{ label, isSame: false, theirs: text || NOTHING, mine: other || NOTHING }];
  });
}

/** What a draft says, always the same fields in the same order. */
function linesOf(draft: BranchDraft): [label: string, text: string][] {
  return [
    ['Nombre', draft.name],
    ['Teléfono', draft.phone],
    ['Sitio web', draft.website],
    ['Dirección', draft.address],
    ['Estado', draft.state],
    ['Código postal', draft.zip],
    ['Latitud', draft.lat],
    ['Longitud', draft.lng],
    ['Exámenes', examNames(draft.exams).join(', ')],
    ['Enlace UTM', draft.utm ? 'Sí' : 'No'],
  ];
}
