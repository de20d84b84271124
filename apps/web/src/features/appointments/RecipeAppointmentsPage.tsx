import { nearestFirst } from '../patients/public.ts';
import { useClinicTimeZone } from '../session/public.ts';
import { AppointmentsPage } from './AppointmentsPage.tsx';
import { RecipeCard } from './RecipeCard.tsx';

/** /pacientes/{id}/recipe-appointments */
export function RecipeAppointmentsPage({ idUser }: { idUser: string }) {
  const clinicTimeZone = useClinicTimeZone();
  return (
    <AppointmentsPage
      idUser={idUser}
      none="Sin citas de receta."
      cards={({ appointments: { recipeAppointments } }) =>
        nearestFirst(recipeAppointments, ({ calendly_data }) => calendly_data.start_time).map(
          (appointment) => (
            <RecipeCard
              key={appointment.id}
              idUser={idUser}
              appointment={appointment}
              clinicTimeZone={clinicTimeZone}
            />
          ),
        )
      }
    />
  );
}
