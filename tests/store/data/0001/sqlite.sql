CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
CREATE TABLE players (
	id VARCHAR(16) NOT NULL, 
	name VARCHAR(64) NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	login VARCHAR(64), 
	passphrase TEXT, 
	epoch INTEGER NOT NULL, 
	created FLOAT NOT NULL, 
	banned BOOLEAN NOT NULL, 
	chat BOOLEAN NOT NULL, 
	CONSTRAINT pk_players PRIMARY KEY (id), 
	CONSTRAINT uq_players_login UNIQUE (login)
);
CREATE TABLE blocks (
	player VARCHAR(16) NOT NULL, 
	blocked VARCHAR(16) NOT NULL, 
	CONSTRAINT pk_blocks PRIMARY KEY (player, blocked), 
	CONSTRAINT fk_blocks_player FOREIGN KEY(player) REFERENCES players (id), 
	CONSTRAINT fk_blocks_blocked FOREIGN KEY(blocked) REFERENCES players (id)
)
 WITHOUT ROWID

;
CREATE INDEX ix_blocks_blocked ON blocks (blocked);
CREATE TABLE reports (
	id INTEGER NOT NULL, 
	"by" VARCHAR(16) NOT NULL, 
	about VARCHAR(16) NOT NULL, 
	text TEXT NOT NULL, 
	created FLOAT NOT NULL, 
	CONSTRAINT pk_reports PRIMARY KEY (id), 
	CONSTRAINT fk_reports_by FOREIGN KEY("by") REFERENCES players (id), 
	CONSTRAINT fk_reports_about FOREIGN KEY(about) REFERENCES players (id)
);
CREATE INDEX ix_reports_about ON reports (about);
CREATE TABLE secrets (
	name VARCHAR(32) NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_secrets PRIMARY KEY (name)
);
CREATE TABLE games (
	id VARCHAR(16) NOT NULL, 
	status VARCHAR(8) NOT NULL, 
	game VARCHAR(16) NOT NULL, 
	size VARCHAR(24) NOT NULL, 
	clock FLOAT, 
	grace FLOAT, 
	rated BOOLEAN NOT NULL, 
	public BOOLEAN NOT NULL, 
	chat BOOLEAN NOT NULL, 
	starter VARCHAR(8) NOT NULL, 
	maker VARCHAR(16), 
	lot TEXT, 
	created FLOAT NOT NULL, 
	began FLOAT, 
	started FLOAT, 
	ended FLOAT, 
	seq INTEGER NOT NULL, 
	due FLOAT, 
	winner INTEGER, 
	reason VARCHAR(16), 
	moves INTEGER, 
	record TEXT, 
	CONSTRAINT pk_games PRIMARY KEY (id)
);
CREATE INDEX ix_games_current ON games (status, created) WHERE status <> 'over';
CREATE INDEX ix_games_due ON games (due) WHERE due IS NOT NULL;
CREATE INDEX ix_games_ended ON games (ended, id) WHERE public = 1 AND ended IS NOT NULL;
CREATE INDEX ix_games_game_ended ON games (game, ended, id) WHERE public = 1 AND ended IS NOT NULL;
CREATE INDEX ix_games_game_size_ended ON games (game, size, ended, id) WHERE public = 1 AND ended IS NOT NULL;
CREATE TABLE seats (
	game_id VARCHAR(16) NOT NULL, 
	seat INTEGER NOT NULL, 
	player VARCHAR(16), 
	name VARCHAR(64) NOT NULL, 
	agent VARCHAR(128), 
	rank INTEGER, 
	ended FLOAT, 
	CONSTRAINT pk_seats PRIMARY KEY (game_id, seat), 
	CONSTRAINT fk_seats_game_id FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE, 
	CONSTRAINT fk_seats_player FOREIGN KEY(player) REFERENCES players (id)
)
 WITHOUT ROWID

;
CREATE INDEX ix_seats_player_ended ON seats (player, ended, game_id);
CREATE TABLE events (
	game_id VARCHAR(16) NOT NULL, 
	seq INTEGER NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	seat INTEGER, 
	text TEXT NOT NULL, 
	at FLOAT NOT NULL, 
	id VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_events PRIMARY KEY (game_id, seq)
)
 WITHOUT ROWID

;
CREATE TABLE presence (
	game_id VARCHAR(16) NOT NULL, 
	player VARCHAR(16) NOT NULL, 
	node VARCHAR(16) NOT NULL, 
	count INTEGER NOT NULL, 
	CONSTRAINT pk_presence PRIMARY KEY (game_id, player, node)
)
 WITHOUT ROWID

;
CREATE INDEX ix_presence_node ON presence (node);
CREATE TABLE tallies (
	player VARCHAR(16) NOT NULL, 
	game VARCHAR(16) NOT NULL, 
	against VARCHAR(8) NOT NULL, 
	seat INTEGER NOT NULL, 
	games INTEGER NOT NULL, 
	wins INTEGER NOT NULL, 
	losses INTEGER NOT NULL, 
	draws INTEGER NOT NULL, 
	CONSTRAINT pk_tallies PRIMARY KEY (player, game, against, seat), 
	CONSTRAINT fk_tallies_player FOREIGN KEY(player) REFERENCES players (id)
)
 WITHOUT ROWID

;
CREATE TABLE standings (
	player VARCHAR(16) NOT NULL, 
	game VARCHAR(16) NOT NULL, 
	streak INTEGER NOT NULL, 
	best INTEGER NOT NULL, 
	mu FLOAT NOT NULL, 
	sigma FLOAT NOT NULL, 
	rating FLOAT NOT NULL, 
	rated INTEGER NOT NULL, 
	CONSTRAINT pk_standings PRIMARY KEY (player, game), 
	CONSTRAINT fk_standings_player FOREIGN KEY(player) REFERENCES players (id)
)
 WITHOUT ROWID

;
CREATE INDEX ix_standings_game_rating ON standings (game, rating, player) WHERE rated >= 5;
CREATE TABLE agent_tallies (
	game VARCHAR(16) NOT NULL, 
	agent VARCHAR(128) NOT NULL, 
	size VARCHAR(24) NOT NULL, 
	games INTEGER NOT NULL, 
	wins INTEGER NOT NULL, 
	losses INTEGER NOT NULL, 
	draws INTEGER NOT NULL, 
	CONSTRAINT pk_agent_tallies PRIMARY KEY (game, agent, size)
)
 WITHOUT ROWID

;
CREATE TABLE seeks (
	player VARCHAR(16) NOT NULL, 
	game VARCHAR(16) NOT NULL, 
	size VARCHAR(24) NOT NULL, 
	created FLOAT NOT NULL, 
	node VARCHAR(16) NOT NULL, 
	wish VARCHAR(64) NOT NULL, 
	led_to VARCHAR(16), 
	CONSTRAINT pk_seeks PRIMARY KEY (player), 
	CONSTRAINT fk_seeks_player FOREIGN KEY(player) REFERENCES players (id)
);
CREATE INDEX ix_seeks_waiting ON seeks (created, player) WHERE led_to IS NULL;
CREATE TABLE nodes (
	id VARCHAR(16) NOT NULL, 
	stamp FLOAT NOT NULL, 
	CONSTRAINT pk_nodes PRIMARY KEY (id)
);
CREATE TABLE downtime (
	id INTEGER NOT NULL, 
	seconds FLOAT NOT NULL, 
	stamp FLOAT NOT NULL, 
	CONSTRAINT pk_downtime PRIMARY KEY (id)
);
