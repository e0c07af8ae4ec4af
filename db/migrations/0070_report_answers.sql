-- compatible
-- The link by which a visitor sees what came of their report, by the hash of its token.
ALTER TABLE point_report ADD COLUMN link_hash TEXT;
CREATE UNIQUE INDEX point_report_by_link ON point_report (link_hash) WHERE link_hash IS NOT NULL;

-- Who is asked about a report, and their answer: each provider of the answer that was reported, and staff (no provider) once
-- they answer. `outcome` null: not answered yet. `delivery`: the coverage version that corrects it.
CREATE TABLE report_answer (
  id INTEGER PRIMARY KEY,
  report_id INTEGER NOT NULL REFERENCES point_report (id) ON DELETE CASCADE,
  provider_id INTEGER REFERENCES provider (id) ON DELETE CASCADE,
  outcome TEXT CHECK (outcome IN ('confirmed', 'corrected', 'not-so')),
  delivery INTEGER,
  words TEXT NOT NULL DEFAULT '',
  answered_by TEXT,
  answered_at INTEGER
);
CREATE UNIQUE INDEX report_answer_once ON report_answer (report_id, ifnull(provider_id, 0));
CREATE INDEX report_answer_of_provider ON report_answer (provider_id, report_id);

-- The providers of the reports that exist already, by the names in the answers.
INSERT INTO report_answer (report_id, provider_id)
SELECT DISTINCT report.id, named.provider_id
FROM point_report AS report
JOIN json_each(CASE WHEN json_valid(report.answer) THEN report.answer ELSE '{}' END, '$.results') AS result
JOIN json_each(result.value, '$.providers') AS offered
JOIN (SELECT name, id AS provider_id FROM provider UNION SELECT name, provider_id FROM provider_alias) AS named
  ON named.name = json_extract(offered.value, '$.name');
