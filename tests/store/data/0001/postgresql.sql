CREATE TABLE public.agent_tallies (
    game character varying(16) NOT NULL,
    agent character varying(128) NOT NULL,
    size character varying(24) NOT NULL,
    games integer NOT NULL,
    wins integer NOT NULL,
    losses integer NOT NULL,
    draws integer NOT NULL
);
CREATE TABLE public.alembic_version (
    version_num character varying(32) NOT NULL
);
CREATE TABLE public.blocks (
    player character varying(16) NOT NULL,
    blocked character varying(16) NOT NULL
);
CREATE TABLE public.downtime (
    id integer NOT NULL,
    seconds double precision NOT NULL,
    stamp double precision NOT NULL
);
CREATE SEQUENCE public.downtime_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.downtime_id_seq OWNED BY public.downtime.id;
CREATE TABLE public.events (
    game_id character varying(16) NOT NULL,
    seq integer NOT NULL,
    kind character varying(16) NOT NULL,
    seat integer,
    text text NOT NULL,
    at double precision NOT NULL,
    id character varying(64) NOT NULL
);
CREATE TABLE public.games (
    id character varying(16) NOT NULL,
    status character varying(8) NOT NULL,
    game character varying(16) NOT NULL,
    size character varying(24) NOT NULL,
    clock double precision,
    grace double precision,
    rated boolean NOT NULL,
    public boolean NOT NULL,
    chat boolean NOT NULL,
    starter character varying(8) NOT NULL,
    maker character varying(16),
    lot text,
    created double precision NOT NULL,
    began double precision,
    started double precision,
    ended double precision,
    seq integer NOT NULL,
    due double precision,
    winner integer,
    reason character varying(16),
    moves integer,
    record text
);
CREATE TABLE public.nodes (
    id character varying(16) NOT NULL,
    stamp double precision NOT NULL
);
CREATE TABLE public.players (
    id character varying(16) NOT NULL,
    name character varying(64) NOT NULL,
    kind character varying(8) NOT NULL,
    login character varying(64),
    passphrase text,
    epoch integer NOT NULL,
    created double precision NOT NULL,
    banned boolean NOT NULL,
    chat boolean NOT NULL
);
CREATE TABLE public.presence (
    game_id character varying(16) NOT NULL,
    player character varying(16) NOT NULL,
    node character varying(16) NOT NULL,
    count integer NOT NULL
);
CREATE TABLE public.reports (
    id integer NOT NULL,
    by character varying(16) NOT NULL,
    about character varying(16) NOT NULL,
    text text NOT NULL,
    created double precision NOT NULL
);
CREATE SEQUENCE public.reports_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.reports_id_seq OWNED BY public.reports.id;
CREATE TABLE public.seats (
    game_id character varying(16) NOT NULL,
    seat integer NOT NULL,
    player character varying(16),
    name character varying(64) NOT NULL,
    agent character varying(128),
    rank integer,
    ended double precision
);
CREATE TABLE public.secrets (
    name character varying(32) NOT NULL,
    value text NOT NULL
);
CREATE TABLE public.seeks (
    player character varying(16) NOT NULL,
    game character varying(16) NOT NULL,
    size character varying(24) NOT NULL,
    created double precision NOT NULL,
    node character varying(16) NOT NULL,
    wish character varying(64) NOT NULL,
    led_to character varying(16)
);
CREATE TABLE public.standings (
    player character varying(16) NOT NULL,
    game character varying(16) NOT NULL,
    streak integer NOT NULL,
    best integer NOT NULL,
    mu double precision NOT NULL,
    sigma double precision NOT NULL,
    rating double precision NOT NULL,
    rated integer NOT NULL
);
CREATE TABLE public.tallies (
    player character varying(16) NOT NULL,
    game character varying(16) NOT NULL,
    against character varying(8) NOT NULL,
    seat integer NOT NULL,
    games integer NOT NULL,
    wins integer NOT NULL,
    losses integer NOT NULL,
    draws integer NOT NULL
);
ALTER TABLE ONLY public.downtime ALTER COLUMN id SET DEFAULT nextval('public.downtime_id_seq'::regclass);
ALTER TABLE ONLY public.reports ALTER COLUMN id SET DEFAULT nextval('public.reports_id_seq'::regclass);
ALTER TABLE ONLY public.alembic_version
    ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num);
ALTER TABLE ONLY public.agent_tallies
    ADD CONSTRAINT pk_agent_tallies PRIMARY KEY (game, agent, size);
ALTER TABLE ONLY public.blocks
    ADD CONSTRAINT pk_blocks PRIMARY KEY (player, blocked);
ALTER TABLE ONLY public.downtime
    ADD CONSTRAINT pk_downtime PRIMARY KEY (id);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT pk_events PRIMARY KEY (game_id, seq);
ALTER TABLE ONLY public.games
    ADD CONSTRAINT pk_games PRIMARY KEY (id);
ALTER TABLE ONLY public.nodes
    ADD CONSTRAINT pk_nodes PRIMARY KEY (id);
ALTER TABLE ONLY public.players
    ADD CONSTRAINT pk_players PRIMARY KEY (id);
ALTER TABLE ONLY public.presence
    ADD CONSTRAINT pk_presence PRIMARY KEY (game_id, player, node);
ALTER TABLE ONLY public.reports
    ADD CONSTRAINT pk_reports PRIMARY KEY (id);
ALTER TABLE ONLY public.seats
    ADD CONSTRAINT pk_seats PRIMARY KEY (game_id, seat);
ALTER TABLE ONLY public.secrets
    ADD CONSTRAINT pk_secrets PRIMARY KEY (name);
ALTER TABLE ONLY public.seeks
    ADD CONSTRAINT pk_seeks PRIMARY KEY (player);
ALTER TABLE ONLY public.standings
    ADD CONSTRAINT pk_standings PRIMARY KEY (player, game);
ALTER TABLE ONLY public.tallies
    ADD CONSTRAINT pk_tallies PRIMARY KEY (player, game, against, seat);
ALTER TABLE ONLY public.players
    ADD CONSTRAINT uq_players_login UNIQUE (login);
CREATE INDEX ix_blocks_blocked ON public.blocks USING btree (blocked);
CREATE INDEX ix_games_current ON public.games USING btree (status, created) WHERE ((status)::text <> 'over'::text);
CREATE INDEX ix_games_due ON public.games USING btree (due) WHERE (due IS NOT NULL);
CREATE INDEX ix_games_ended ON public.games USING btree (ended, id) WHERE (public AND (ended IS NOT NULL));
CREATE INDEX ix_games_game_ended ON public.games USING btree (game, ended, id) WHERE (public AND (ended IS NOT NULL));
CREATE INDEX ix_games_game_size_ended ON public.games USING btree (game, size, ended, id) WHERE (public AND (ended IS NOT NULL));
CREATE INDEX ix_presence_node ON public.presence USING btree (node);
CREATE INDEX ix_reports_about ON public.reports USING btree (about);
CREATE INDEX ix_seats_player_ended ON public.seats USING btree (player, ended, game_id);
CREATE INDEX ix_seeks_waiting ON public.seeks USING btree (created, player) WHERE (led_to IS NULL);
CREATE INDEX ix_standings_game_rating ON public.standings USING btree (game, rating, player) WHERE (rated >= 5);
ALTER TABLE ONLY public.blocks
    ADD CONSTRAINT fk_blocks_blocked FOREIGN KEY (blocked) REFERENCES public.players(id);
ALTER TABLE ONLY public.blocks
    ADD CONSTRAINT fk_blocks_player FOREIGN KEY (player) REFERENCES public.players(id);
ALTER TABLE ONLY public.reports
    ADD CONSTRAINT fk_reports_about FOREIGN KEY (about) REFERENCES public.players(id);
ALTER TABLE ONLY public.reports
    ADD CONSTRAINT fk_reports_by FOREIGN KEY (by) REFERENCES public.players(id);
ALTER TABLE ONLY public.seats
    ADD CONSTRAINT fk_seats_game_id FOREIGN KEY (game_id) REFERENCES public.games(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.seats
    ADD CONSTRAINT fk_seats_player FOREIGN KEY (player) REFERENCES public.players(id);
ALTER TABLE ONLY public.seeks
    ADD CONSTRAINT fk_seeks_player FOREIGN KEY (player) REFERENCES public.players(id);
ALTER TABLE ONLY public.standings
    ADD CONSTRAINT fk_standings_player FOREIGN KEY (player) REFERENCES public.players(id);
ALTER TABLE ONLY public.tallies
    ADD CONSTRAINT fk_tallies_player FOREIGN KEY (player) REFERENCES public.players(id);
