-- A database as version 1 of the schema made it. Never change this file: it is what people have on their servers.
CREATE TABLE schema (version bigint NOT NULL);
INSERT INTO schema VALUES (1);
CREATE TABLE sheet (
    id text PRIMARY KEY, version bigint NOT NULL, state text NOT NULL, listed boolean NOT NULL,
    game text NOT NULL, body bytea NOT NULL, made bigint NOT NULL, touched bigint NOT NULL);
CREATE INDEX sheet_by_state ON sheet (state, touched);
CREATE TABLE entry (
    id text NOT NULL REFERENCES sheet, seq bigint NOT NULL, lines bytea NOT NULL,
    at bigint NOT NULL, clocks bytea NOT NULL, PRIMARY KEY (id, seq));
CREATE TABLE chat (
    id text NOT NULL REFERENCES sheet, number bigint NOT NULL, body bytea NOT NULL,
    at bigint NOT NULL, PRIMARY KEY (id, number));
INSERT INTO sheet VALUES ('table1', 1, 'running', true, 'carolingi', '\x7b227365617473223a205b5d7d', 1000, 2000);
INSERT INTO entry VALUES ('table1', 0, '\x6865616465720a7365636f6e64', 3000, '\x636c6f636b73');
INSERT INTO chat VALUES ('table1', 1, '\x68656c6c6f', 4001);
