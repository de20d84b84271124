import { Group, Stack, Title } from '@mantine/core';
import { buttonKinds } from '../ui/buttons/LinkButton.tsx';
import { LockButton } from '../ui/buttons/LockButton.tsx';

/** Every kind of the shared button in every state, to compare them while changing one. */
export function ButtonKinds() {
  return (
    <Stack component="main" p="xl">
      {buttonKinds.map((kind) => (
        <Stack key={kind} component="section" gap="xs" aria-label={kind}>
          <Title order={2}>{kind}</Title>
          <Group>
            <LockButton kind={kind}>Guardar</LockButton>
            <LockButton kind={kind} count={12}>
              Filtros
            </LockButton>
            <LockButton kind={kind} selected>
              Semana
            </LockButton>
            <LockButton kind={kind} loading>
              Guardar
            </LockButton>
            <LockButton kind={kind} disabled>
              Eliminar
            </LockButton>
          </Group>
        </Stack>
      ))}
    </Stack>
  );
}
