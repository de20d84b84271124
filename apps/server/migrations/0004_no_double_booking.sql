CREATE EXTENSION IF NOT EXISTS btree_gist;--> statement-breakpoint
-- Where an appointment stands in its doctor's time. What an import brings is history and may overlap:
-- such a row is marked. A row that people made or edited never is, and meets the constraint below.
CREATE FUNCTION place_doctor_appointment() RETURNS trigger
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
         AND other.id <> NEW.id
         AND other.status <> 'cancelled'
         AND other.deleted_at IS NULL
         AND tstzrange(other.starts_at, other.ends_at) && tstzrange(NEW.starts_at, NEW.ends_at)
    );
  RETURN NEW;
END
$$;--> statement-breakpoint
-- What an earlier release holds is placed in the order in which it came.
UPDATE doctor_appointments SET ends_at = starts_at + interval '30 minutes' WHERE starts_at IS NOT NULL;--> statement-breakpoint
UPDATE doctor_appointments SET double_booked = true
 WHERE status <> 'cancelled' AND deleted_at IS NULL AND EXISTS (
   SELECT FROM doctor_appointments other
    WHERE other.doctor_id = doctor_appointments.doctor_id
      AND (other.inserted_at, other.id) < (doctor_appointments.inserted_at, doctor_appointments.id)
      AND other.status <> 'cancelled' AND other.deleted_at IS NULL
      AND tstzrange(other.starts_at, other.ends_at) && tstzrange(doctor_appointments.starts_at, doctor_appointments.ends_at)
 );--> statement-breakpoint
CREATE TRIGGER place BEFORE INSERT OR UPDATE ON doctor_appointments
  FOR EACH ROW EXECUTE FUNCTION place_doctor_appointment();--> statement-breakpoint
ALTER TABLE doctor_appointments ADD CONSTRAINT doctor_appointments_no_double_booking
  EXCLUDE USING gist (doctor_id WITH =, tstzrange(starts_at, ends_at) WITH &&)
  WHERE (starts_at IS NOT NULL AND status <> 'cancelled' AND deleted_at IS NULL AND NOT double_booked);
