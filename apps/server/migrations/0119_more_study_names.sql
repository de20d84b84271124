-- The type of the exam that answers a study, which orders have by a code of the catalogue or by a name. Names are compared
-- by the words that distinguish them, in any order, like study-names.ts of the contract does.
CREATE OR REPLACE FUNCTION exam_type_of(study text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(
    (SELECT known.exam_type FROM (VALUES
      ('ECO', 'Ecografia_Testicular'), ('Ecografía Testicular', 'Ecografia_Testicular'),
      ('SEM', 'Seminograma'), ('Seminograma', 'Seminograma'),
      ('HORMO', 'Hormonal'), ('Perfil Hormonal', 'Hormonal'), ('Hormonal', 'Hormonal'),
      ('CULOR', 'Cultivo_Orina'), ('Cultivo de Orina', 'Cultivo_Orina'), ('Cultivo_Orina', 'Cultivo_Orina'),
      ('CULSEM', 'Cultivo_Semen'), ('Cultivo de Semen', 'Cultivo_Semen'), ('Cultivo_Semen', 'Cultivo_Semen'),
      ('BIO', 'Marcadores_Bioquimicos_Seminales'),
      ('Marcadores Bioquímicos Seminales', 'Marcadores_Bioquimicos_Seminales'),
      ('ECOPT', 'Ecografia_Testicular'), ('Ecografía Testículo-Escrotal', 'Ecografia_Testicular'),
      ('RC', 'Resonancia_Craneo'), ('ERM de Cráneo', 'Resonancia_Craneo'), ('RMN de Cráneo', 'Resonancia_Craneo'),
      ('ALG', 'Marcadores_Bioquimicos_Seminales'), ('Alfaglucosidasa', 'Marcadores_Bioquimicos_Seminales'),
      ('PT', 'perfil_tiroideo'), ('Pefil tiroideo', 'perfil_tiroideo'), ('perfil_tiroideo', 'perfil_tiroideo'),
      ('GLI', 'Hemoglobina glicosilada'), ('Hemoglobina glicosidada', 'Hemoglobina glicosilada'),
      ('ORP', 'Orina_Post_Orgasmo'), ('Orina postorgasmo', 'Orina_Post_Orgasmo'),
      ('EPT', 'Ecografia_Prostatica_Transrectal'),
      ('Ecografia prostatica transrectal', 'Ecografia_Prostatica_Transrectal'),
      ('Inhibina B', 'Inhibina_B')
    ) AS known (study, exam_type) WHERE lower(known.study) = lower(btrim($1))),
    (WITH words AS (
        SELECT DISTINCT CASE word WHEN 'dna' THEN 'adn' ELSE word END AS word
          FROM regexp_split_to_table(public.fold_text($1), '[^[:alnum:]]+') AS word WHERE word <> ''),
      telling AS (
        SELECT word FROM words WHERE word !~ '^[0-9]+$' AND word <> ALL (string_to_array(
          'de del la el los en con y para por directa directo simple completo completa basico basica bilateral color automatizada automatizado computarizada fresco morfologia estricta criterios kruger oms who casa antibiograma suero sangre periferica bandas g gtg masculino masculina masculinas masculinos hombre varon ebd magnetica contraste contrastada i ii tunel scd azfa azfb azfc halosperm prueba test', ' '))),
      asked AS (
        SELECT coalesce(
          (SELECT string_agg(word, ' ' ORDER BY word COLLATE "C") FROM telling),
          (SELECT string_agg(word, ' ' ORDER BY word COLLATE "C") FROM words)) AS name)
    SELECT named.exam_type FROM asked, (VALUES
      ('Seminograma', 'seminograma|espermatobioscopia|espermiograma|espermograma|espermatograma|espermocitograma|analisis semen|analisis seminal|analisis liquido seminal|citologia semen|examen semen|estudio semen|analysis semen|semen|conteo espermatico|cuenta espermatica|ebd|espermatico recuento|espermatoscopia|espermatobioscopia post vasectomia|espermatobioscopia postvasectomia|espermograma post vasectomia|espermograma postvasectomia|post seminograma vasectomia|postvasectomia seminograma|conteo espermatico post vasectomia|conteo espermatico postvasectomia'),
      ('Hormonal', 'hormonal|hormonal perfil|hormonas perfil|androgenico perfil|fertilidad perfil|perfil reproductivo|gonadal perfil|hormonas'),
      ('Inhibina_B', 'b inhibina|inhibina'),
      ('perfil_tiroideo', 'perfil tiroideo|perfil tiroides|funcion pruebas tiroidea|pruebas tiroideas|funcion tiroidea|tiroides|t3 t4 tsh|libre t3 t4 tsh|libres t3 t4 tsh|t3 t4 total tsh|t3 t4 totales tsh|perfil t3 t4 tiroideo tsh'),
      ('Hemoglobina glicosilada', 'glicosilada hemoglobina|glucosilada hemoglobina|glicada hemoglobina|glucada hemoglobina|a1c hemoglobina|a1c glucosilada hemoglobina|glucosilada hba1c hemoglobina|glucosilada hb|hba1c|a1c|a1c hb|glicada hb|glicosilada hb|a1c glicada hb|a1c glicosilada hb|a1c glucosilada hb|a1c glicada hemoglobina|glicada hba1c hemoglobina|a1c glicosilada hemoglobina|glicosilada hba1c hemoglobina|a1c hba1c hemoglobina'),
      ('Marcadores_Bioquimicos_Seminales', 'bioquimicos marcadores seminales|bioquimicos marcadores|bioquimica seminal|bioquimica semen|bioquimica plasma seminal|marcadores seminales|bioquimicos marcadores semen|bioquimicos marcadores plasma seminal|bioquimicos liquido marcadores seminal'),
      ('Cultivo_Semen', 'cultivo semen|espermocultivo|espermacultivo|cultivo seminal|cultivo liquido seminal|cultivo esperma|semenocultivo'),
      ('Cultivo_Orina', 'cultivo orina|urocultivo|uricultivo'),
      ('Cariotipo', 'cariotipo|citogenetico estudio'),
      ('Microdelesiones', 'microdelesiones|microdeleciones|cromosoma microdeleciones|cromosoma microdelesiones|azf microdeleciones|azf cromosoma microdeleciones|azf|azoospermia factor'),
      ('Orina_Post_Orgasmo', 'orgasmo orina post|orgasmica orina post|orina postorgasmo|orina posteyaculacion|eyaculacion orina post|orina posteyaculado|eyaculado orina post|orina posteyaculatoria|eyaculatoria orina post|espermatozoides orina|busqueda espermatozoides orina|busqueda espermatozoides eyaculacion orina post|orina postmasturbatoria|masturbatoria orina post|orina postmasturbacion|masturbacion orina post|citologia orina postmasturbatoria|citologia masturbatoria orina post|citologia orina postmasturbacion|citologia masturbacion orina post|citologia orina posteyaculacion|citologia eyaculacion orina post|citologia orina posteyaculatoria|citologia eyaculatoria orina post'),
      ('Ecografia_Testicular', 'ecografia testicular|testicular ultrasonido|testiculos ultrasonido|escrotal ultrasonido|doppler testicular ultrasonido|doppler escrotal ultrasonido|testicular usg|escrotal usg|doppler testicular usg|doppler escrotal usg|testicular us|doppler testicular us|eco testicular|ecosonograma testicular|ecografia escrotal|doppler testicular|doppler ecografia testicular|escrotal us|doppler escrotal us|eco escrotal|ecosonograma escrotal|doppler escrotal|doppler ecografia escrotal'),
      ('Ecografia_Prostatica_Transrectal', 'ecografia prostatica transrectal|prostatico ultrasonido|prostata ultrasonido|prostatico transrectal ultrasonido|transrectal ultrasonido|prostata transrectal ultrasonido|prostatico usg|prostatico transrectal usg|transrectal usg|prostatico us|prostatico transrectal us|ecografia prostatica'),
      ('Resonancia_Craneo', 'craneo resonancia|hipofisis resonancia|resonancia silla turca|craneo rm|hipofisis rm|craneo rmn|hipofisis rmn'),
      ('Fragmentacion_ADN', 'adn fragmentacion|adn espermatico fragmentacion|espermatica fragmentacion|fragmentacion indice|adn fragmentacion indice|adn espermatico fragmentacion indice|espermatico|scd|halosperm|dfi')
    ) AS named (exam_type, names)
     WHERE asked.name = ANY (string_to_array(named.names, '|'))),
    btrim($1))
$$;--> statement-breakpoint
UPDATE exam_order_studies SET exam_type = exam_type_of(study)
 WHERE exam_id IS NULL AND exam_type <> exam_type_of(study);
