ALTER TABLE "doctors" ADD CONSTRAINT "doctors_appointment_minutes" CHECK ("doctors"."appointment_minutes" between 1 and 240);--> statement-breakpoint
-- As before, but reads only what begins within the hours that an overlapping appointment can begin in,
-- which the index by doctor and start finds. Comparing ranges read all of a doctor's appointments for
-- each new one, and took one without a date, whose range has no ends, for one that overlaps everything.
-- The status is compared in a form that keeps the index of what is to come, by start alone, out of the
-- choice: a table without statistics, as one is while it is filled, was read by it, everybody's hours.
CREATE OR REPLACE FUNCTION place_doctor_appointment() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.starts_at IS NULL THEN
    NEW.ends_at := NULL;
  ELSIF TG_OP = 'INSERT'
    OR NEW.starts_at IS DISTINCT FROM OLD.starts_at
    OR NEW.doctor_id IS DISTINCT FROM OLD.doctor_id
  THEN
    SELECT NEW.starts_at + make_interval(mins => appointment_minutes)
      INTO NEW.ends_at FROM doctors WHERE id = NEW.doctor_id;
  END IF;
  NEW.double_booked := NEW.import_digest IS NOT NULL
    AND NEW.version IS NOT DISTINCT FROM NEW.imported_version
    AND NEW.starts_at IS NOT NULL
    AND NEW.status <> 'cancelled'
    AND EXISTS (
      SELECT FROM doctor_appointments other
       WHERE other.doctor_id = NEW.doctor_id
         AND other.starts_at > NEW.starts_at - interval '240 minutes'
         AND other.starts_at < NEW.ends_at
         AND other.ends_at > NEW.starts_at
         AND other.id <> NEW.id
         AND other.status IS DISTINCT FROM 'cancelled'
         AND other.deleted_at IS NULL
    );
  RETURN NEW;
END
$$;--> statement-breakpoint
-- The same promise, kept by time first: a tree that is divided by doctor first reads more and more of
-- that doctor's pages for each new appointment.
ALTER TABLE doctor_appointments
  DROP CONSTRAINT doctor_appointments_no_double_booking,
  ADD CONSTRAINT doctor_appointments_no_double_booking
  EXCLUDE USING gist (tstzrange(starts_at, ends_at) WITH &&, doctor_id WITH =)
  WHERE (starts_at IS NOT NULL AND status <> 'cancelled' AND deleted_at IS NULL AND NOT double_booked);
