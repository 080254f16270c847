-- A database as version 1 of the schema made it. Never change this file: it is what people have on their disks.
PRAGMA application_id = 1094796104;
CREATE TABLE schema (version INTEGER NOT NULL);
INSERT INTO schema VALUES (1);
CREATE TABLE sheet (
    id TEXT PRIMARY KEY, version INTEGER NOT NULL, state TEXT NOT NULL, listed INTEGER NOT NULL,
    game TEXT NOT NULL, body BLOB NOT NULL, made INTEGER NOT NULL, touched INTEGER NOT NULL);
CREATE INDEX sheet_by_state ON sheet (state, touched);
CREATE TABLE entry (
    id TEXT NOT NULL REFERENCES sheet, seq INTEGER NOT NULL, lines BLOB NOT NULL,
    at INTEGER NOT NULL, clocks BLOB NOT NULL, PRIMARY KEY (id, seq)) WITHOUT ROWID;
CREATE TABLE chat (
    id TEXT NOT NULL REFERENCES sheet, number INTEGER NOT NULL, body BLOB NOT NULL,
    at INTEGER NOT NULL, PRIMARY KEY (id, number)) WITHOUT ROWID;
INSERT INTO sheet VALUES ('table1', 1, 'running', 1, 'carolingi', x'7b227365617473223a205b5d7d', 1000, 2000);
INSERT INTO entry VALUES ('table1', 0, x'6865616465720a7365636f6e64', 3000, x'636c6f636b73');
INSERT INTO chat VALUES ('table1', 1, x'68656c6c6f', 4001);
