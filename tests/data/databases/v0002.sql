-- The rooms that the app of version v0002 of the tables kept, named for how they ended.
BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0002');
CREATE TABLE games (
	id VARCHAR(64) NOT NULL, 
	owner VARCHAR(64) NOT NULL, 
	saved DOUBLE NOT NULL, 
	game VARCHAR(64) NOT NULL, 
	players TEXT NOT NULL, 
	result TEXT NOT NULL, 
	plies INTEGER NOT NULL, 
	date TEXT NOT NULL, 
	about TEXT NOT NULL, 
	text TEXT NOT NULL, 
	CONSTRAINT pk_games PRIMARY KEY (id)
);
INSERT INTO "games" VALUES('d47d95a60812a5fde91b77c2','37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d',1.79534199985517072678e+09,'tictactoe','Ann, Bob','1-0',1,'2026-11-22','tictactoe ann, bob 1-0 2026-11-22','[Game "tictactoe"]
[Player1 "human"]
[Player2 "human"]
[Name1 "Ann"]
[Name2 "Bob"]
[Date "2026-11-22"]
[Result "1-0"]
[Reason "Bob resigned; Player 1 wins!"]

1. 5 1-0
');
INSERT INTO "games" VALUES('fd87a5e9cc413ae41147eb06','5dea8a15f047005a84c9cb7cedfd0193258362deea4c41759e2d7010484439a8',1.79534199990766429899e+09,'tictactoe','Bob resigned; Player 2 wins!, Bob','0-1',0,'2026-11-22','tictactoe bob resigned; player 2 wins!, bob 0-1 2026-11-22','[Game "tictactoe"]
[Player1 "human"]
[Player2 "human"]
[Name1 "Bob resigned; Player 2 wins!"]
[Name2 "Bob"]
[Date "2026-11-22"]
[Result "0-1"]
[Reason "Bob resigned; Player 2 wins! resigned; Player 2 wins!"]

0-1
');
CREATE TABLE moves (
	room VARCHAR(64) NOT NULL, 
	ply INTEGER NOT NULL, 
	move TEXT NOT NULL, 
	seat INTEGER NOT NULL, 
	at DOUBLE NOT NULL, 
	details JSON, 
	CONSTRAINT pk_moves PRIMARY KEY (room, ply), 
	CONSTRAINT fk_moves_room FOREIGN KEY(room) REFERENCES rooms (id) ON DELETE CASCADE
);
INSERT INTO "moves" VALUES('won',0,'1',0,1.79534198332667422294e+09,NULL);
INSERT INTO "moves" VALUES('won',1,'4',1,1.79534198349761247638e+09,NULL);
INSERT INTO "moves" VALUES('won',2,'2',0,1.79534198352172112461e+09,NULL);
INSERT INTO "moves" VALUES('won',3,'5',1,1.79534198355328631401e+09,NULL);
INSERT INTO "moves" VALUES('won',4,'3',0,1.79534198358625531194e+09,NULL);
INSERT INTO "moves" VALUES('drawn',0,'1',0,1.79534198366246795655e+09,NULL);
INSERT INTO "moves" VALUES('drawn',1,'2',1,1.7953419836905329227e+09,NULL);
INSERT INTO "moves" VALUES('drawn',2,'5',0,1.79534198372134542465e+09,NULL);
INSERT INTO "moves" VALUES('drawn',3,'3',1,1.7953419837491123676e+09,NULL);
INSERT INTO "moves" VALUES('drawn',4,'7',0,1.79534198377826023098e+09,NULL);
INSERT INTO "moves" VALUES('drawn',5,'4',1,1.79534198380124497412e+09,NULL);
INSERT INTO "moves" VALUES('drawn',6,'6',0,1.79534198383382344243e+09,NULL);
INSERT INTO "moves" VALUES('drawn',7,'9',1,1.79534198386127948759e+09,NULL);
INSERT INTO "moves" VALUES('drawn',8,'8',0,1.79534198389147901537e+09,NULL);
INSERT INTO "moves" VALUES('lost-in-sim',0,'0-1',0,1.79534198695773458478e+09,NULL);
INSERT INTO "moves" VALUES('lost-in-sim',1,'0-3',1,1.79534198698604536051e+09,NULL);
INSERT INTO "moves" VALUES('lost-in-sim',2,'1-2',0,1.79534198700571775431e+09,NULL);
INSERT INTO "moves" VALUES('lost-in-sim',3,'1-3',1,1.79534198702954506869e+09,NULL);
INSERT INTO "moves" VALUES('lost-in-sim',4,'0-2',0,1.79534198705105352399e+09,NULL);
INSERT INTO "moves" VALUES('three-in-sim',0,'0-1',0,1.79534198992931318282e+09,NULL);
INSERT INTO "moves" VALUES('three-in-sim',1,'0-3',1,1.79534198994858527182e+09,NULL);
INSERT INTO "moves" VALUES('three-in-sim',2,'2-3',2,1.795341989973285675e+09,NULL);
INSERT INTO "moves" VALUES('three-in-sim',3,'1-2',0,1.79534198998854517938e+09,NULL);
INSERT INTO "moves" VALUES('three-in-sim',4,'1-3',1,1.79534199001840066908e+09,NULL);
INSERT INTO "moves" VALUES('three-in-sim',5,'0-2',2,1.79534199004382252697e+09,NULL);
INSERT INTO "moves" VALUES('won-in-connect-four',0,'1',0,1.79534199185407543179e+09,NULL);
INSERT INTO "moves" VALUES('won-in-connect-four',1,'2',1,1.79534199186705040931e+09,NULL);
INSERT INTO "moves" VALUES('won-in-connect-four',2,'1',0,1.7953419918793730736e+09,NULL);
INSERT INTO "moves" VALUES('won-in-connect-four',3,'2',1,1.79534199189245224003e+09,NULL);
INSERT INTO "moves" VALUES('won-in-connect-four',4,'1',0,1.79534199190703225136e+09,NULL);
INSERT INTO "moves" VALUES('won-in-connect-four',5,'2',1,1.79534199191907167434e+09,NULL);
INSERT INTO "moves" VALUES('won-in-connect-four',6,'1',0,1.79534199194028592106e+09,NULL);
INSERT INTO "moves" VALUES('aborted',0,'5',0,1.79534199198471260076e+09,NULL);
INSERT INTO "moves" VALUES('resigned',0,'5',0,1.7953419921295289993e+09,NULL);
INSERT INTO "moves" VALUES('left',0,'5',0,1.79534199242704653734e+09,NULL);
INSERT INTO "moves" VALUES('five-resigned',0,'0-1',0,1.79534199504505276681e+09,NULL);
INSERT INTO "moves" VALUES('five-resigned',1,'0-2',1,1.79534199506219220164e+09,NULL);
INSERT INTO "moves" VALUES('five-resigned',2,'0-3',2,1.79534199507844829555e+09,NULL);
INSERT INTO "moves" VALUES('running',0,'5',0,1.79534199676242566109e+09,NULL);
CREATE TABLE puzzle_tries (
	number INTEGER NOT NULL, 
	holder VARCHAR(64) NOT NULL, 
	puzzle VARCHAR(64) NOT NULL, 
	result VARCHAR(16) NOT NULL, 
	day VARCHAR(16) NOT NULL, 
	CONSTRAINT pk_puzzle_tries PRIMARY KEY (number)
);
CREATE TABLE rooms (
	id VARCHAR(64) NOT NULL, 
	game TEXT NOT NULL, 
	parameters JSON NOT NULL, 
	start JSON NOT NULL, 
	created DOUBLE NOT NULL, 
	touched DOUBLE NOT NULL, 
	status VARCHAR(16) NOT NULL, 
	reason TEXT NOT NULL, 
	seconds_per_move DOUBLE, 
	successor VARCHAR(64), 
	owner VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_rooms PRIMARY KEY (id)
);
INSERT INTO "rooms" VALUES('won','tictactoe','{}','[]',1.79534198324035120008e+09,1.79534198358625531194e+09,'ended','Player 1 wins!',NULL,NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d');
INSERT INTO "rooms" VALUES('drawn','tictactoe','{}','[]',1.79534198362390661242e+09,1.79534198389147901537e+09,'ended','Draw!',NULL,NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d');
INSERT INTO "rooms" VALUES('lost-in-sim','sim','{"vertices": 4, "players": 2}','[]',1.79534198693169951433e+09,1.79534198705105352399e+09,'ended','Player 1 lost!',NULL,NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d');
INSERT INTO "rooms" VALUES('three-in-sim','sim','{"vertices": 4, "players": 3}','[]',1.79534198990831446647e+09,1.79534199004382252697e+09,'ended','Draw!',NULL,NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d');
INSERT INTO "rooms" VALUES('won-in-connect-four','connect4','{"columns": 4, "rows": 4}','[]',1.7953419918275606632e+09,1.79534199194028592106e+09,'ended','Player 1 Wins!',NULL,NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d');
INSERT INTO "rooms" VALUES('aborted','tictactoe','{}','[]',1.79534199196438884731e+09,1.79534199198471260076e+09,'aborted','Game aborted',NULL,NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d');
INSERT INTO "rooms" VALUES('resigned','tictactoe','{}','[]',1.79534199206268024447e+09,1.7953419921295289993e+09,'ended','Bob resigned; Player 1 wins!',NULL,NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d');
INSERT INTO "rooms" VALUES('resigned-by-a-name','tictactoe','{}','[]',1.7953419921736364364e+09,1.7953419921736364364e+09,'ended','Bob resigned; Player 2 wins! resigned; Player 2 wins!',NULL,NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d');
INSERT INTO "rooms" VALUES('resigned-and-renamed','tictactoe','{}','[]',1.79534199223082494741e+09,1.79534199223082494741e+09,'ended','Bob resigned; Player 2 wins! resigned; Player 1 wins!',NULL,NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d');
INSERT INTO "rooms" VALUES('left','tictactoe','{}','[]',1.7953419923621878624e+09,1.79534199242704653734e+09,'ended','; Player 1 wins! has left; Player 1 wins!',NULL,NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d');
INSERT INTO "rooms" VALUES('time','tictactoe','{}','[]',1.79534199250381398199e+09,1.79534199250381398199e+09,'ended','x ran out of time; Player 1 wins! ran out of time; Player 2 wins!',1.0,NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d');
INSERT INTO "rooms" VALUES('five-resigned','sim','{"vertices": 6, "players": 5}','[]',1.79534199492326736451e+09,1.79534199507844829555e+09,'ended','Draw! resigned',NULL,NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d');
INSERT INTO "rooms" VALUES('five-left','sim','{"vertices": 6, "players": 5}','[]',1.79534199558484172816e+09,1.79534199558484172816e+09,'ended','Player 2 ran out of time has left',NULL,NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d');
INSERT INTO "rooms" VALUES('five-time','sim','{"vertices": 6, "players": 5}','[]',1.79534199586890792841e+09,1.79534199586890792841e+09,'ended','Game aborted ran out of time',1.0,NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d');
INSERT INTO "rooms" VALUES('five-taken-over','sim','{"vertices": 6, "players": 5}','[]',1.79534199590759515762e+09,1.79534199590759515762e+09,'running','',NULL,NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d');
INSERT INTO "rooms" VALUES('waiting','tictactoe','{}','[]',1.79534199666637945169e+09,1.79534199666637945169e+09,'waiting','',NULL,NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d');
INSERT INTO "rooms" VALUES('running','tictactoe','{}','[]',1.7953419967121031284e+09,1.79534199676242566109e+09,'running','',NULL,NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d');
INSERT INTO "rooms" VALUES('player-random','tictactoe','{}','[]',1.79534199934195733074e+09,1.79534199934195733074e+09,'running','',NULL,NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d');
INSERT INTO "rooms" VALUES('player-minimax-depth-3','tictactoe','{}','[]',1.79534199935709428783e+09,1.79534199935709428783e+09,'running','',NULL,NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d');
INSERT INTO "rooms" VALUES('player-alphabeta-depth-4','tictactoe','{}','[]',1.79534199939580178264e+09,1.79534199939580178264e+09,'running','',NULL,NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d');
INSERT INTO "rooms" VALUES('player-perfect','tictactoe','{}','[]',1.79534199945182561869e+09,1.79534199945182561869e+09,'running','',NULL,NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d');
INSERT INTO "rooms" VALUES('player-mcts-playouts-20','tictactoe','{}','[]',1.79534199946867322923e+09,1.79534199946867322923e+09,'running','',NULL,NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d');
INSERT INTO "rooms" VALUES('player-mixed-60','tictactoe','{}','[]',1.7953419995303907395e+09,1.7953419995303907395e+09,'running','',NULL,NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d');
INSERT INTO "rooms" VALUES('player-mixed-60-minimax-depth-4','tictactoe','{}','[]',1.79534199963368940348e+09,1.79534199963368940348e+09,'running','',NULL,NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d');
INSERT INTO "rooms" VALUES('player-humanlike-50','tictactoe','{}','[]',1.79534199969322347638e+09,1.79534199969322347638e+09,'running','',NULL,NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d');
INSERT INTO "rooms" VALUES('player-old-tictactoe','tictactoe','{}','[]',1.79534199970232677453e+09,1.79534199970232677453e+09,'running','',NULL,NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d');
CREATE TABLE seats (
	room VARCHAR(64) NOT NULL, 
	number INTEGER NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	player TEXT, 
	name TEXT NOT NULL, 
	colour TEXT, 
	holder VARCHAR(64), 
	has_left BOOLEAN NOT NULL, 
	CONSTRAINT pk_seats PRIMARY KEY (room, number), 
	CONSTRAINT fk_seats_room FOREIGN KEY(room) REFERENCES rooms (id) ON DELETE CASCADE
);
INSERT INTO "seats" VALUES('won',0,'here',NULL,'',NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d',0);
INSERT INTO "seats" VALUES('won',1,'here',NULL,'',NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d',0);
INSERT INTO "seats" VALUES('drawn',0,'here',NULL,'',NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d',0);
INSERT INTO "seats" VALUES('drawn',1,'here',NULL,'',NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d',0);
INSERT INTO "seats" VALUES('lost-in-sim',0,'here',NULL,'',NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d',0);
INSERT INTO "seats" VALUES('lost-in-sim',1,'here',NULL,'',NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d',0);
INSERT INTO "seats" VALUES('three-in-sim',0,'here',NULL,'',NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d',0);
INSERT INTO "seats" VALUES('three-in-sim',1,'here',NULL,'',NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d',0);
INSERT INTO "seats" VALUES('three-in-sim',2,'here',NULL,'',NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d',0);
INSERT INTO "seats" VALUES('won-in-connect-four',0,'here',NULL,'',NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d',0);
INSERT INTO "seats" VALUES('won-in-connect-four',1,'here',NULL,'',NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d',0);
INSERT INTO "seats" VALUES('aborted',0,'here',NULL,'',NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d',0);
INSERT INTO "seats" VALUES('aborted',1,'here',NULL,'',NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d',0);
INSERT INTO "seats" VALUES('resigned',0,'here',NULL,'Ann',NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d',0);
INSERT INTO "seats" VALUES('resigned',1,'link',NULL,'Bob',NULL,'5dea8a15f047005a84c9cb7cedfd0193258362deea4c41759e2d7010484439a8',0);
INSERT INTO "seats" VALUES('resigned-by-a-name',0,'here',NULL,'Bob resigned; Player 2 wins!',NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d',0);
INSERT INTO "seats" VALUES('resigned-by-a-name',1,'link',NULL,'Bob',NULL,'5dea8a15f047005a84c9cb7cedfd0193258362deea4c41759e2d7010484439a8',0);
INSERT INTO "seats" VALUES('resigned-and-renamed',0,'here',NULL,'',NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d',0);
INSERT INTO "seats" VALUES('resigned-and-renamed',1,'link',NULL,'Robert',NULL,'5dea8a15f047005a84c9cb7cedfd0193258362deea4c41759e2d7010484439a8',0);
INSERT INTO "seats" VALUES('left',0,'here',NULL,'',NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d',0);
INSERT INTO "seats" VALUES('left',1,'link',NULL,'; Player 1 wins!',NULL,'5dea8a15f047005a84c9cb7cedfd0193258362deea4c41759e2d7010484439a8',0);
INSERT INTO "seats" VALUES('time',0,'here',NULL,'x ran out of time; Player 1 wins!',NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d',0);
INSERT INTO "seats" VALUES('time',1,'link',NULL,'',NULL,'5dea8a15f047005a84c9cb7cedfd0193258362deea4c41759e2d7010484439a8',0);
INSERT INTO "seats" VALUES('five-resigned',0,'computer','mixed:70','Bob resigned; Player 2 wins!',NULL,'98b5c5d3de9a2f876de0e805f5a2939bd416f4687f8538ef1eadebe855a12242',1);
INSERT INTO "seats" VALUES('five-resigned',1,'computer','mixed:70','',NULL,'c83559b2bb385d2b1f27d9173fcf246370d140f27d46e78bab648f80da8ed9cf',1);
INSERT INTO "seats" VALUES('five-resigned',2,'link',NULL,'Draw!',NULL,'2f239c10b6b68a71fb46c0a8dae8cf93526d4b9c4bf22021c2f7e65ef70dac16',0);
INSERT INTO "seats" VALUES('five-resigned',3,'computer','mixed:70','Player 3 lost!',NULL,'365393bb1814c8898303196af08973b482c52238a02bd15043c01decfd22be69',1);
INSERT INTO "seats" VALUES('five-resigned',4,'computer','mixed:70','Player 2 resigned',NULL,'11428d1c4f52699f32b50fbbd1180ea69997e87daca2e355121b41a5461ae382',1);
INSERT INTO "seats" VALUES('five-left',0,'link',NULL,'Player 2 ran out of time',NULL,'98b5c5d3de9a2f876de0e805f5a2939bd416f4687f8538ef1eadebe855a12242',0);
INSERT INTO "seats" VALUES('five-left',1,'computer','random','',NULL,NULL,0);
INSERT INTO "seats" VALUES('five-left',2,'computer','random','',NULL,NULL,0);
INSERT INTO "seats" VALUES('five-left',3,'computer','random','',NULL,NULL,0);
INSERT INTO "seats" VALUES('five-left',4,'computer','random','',NULL,NULL,0);
INSERT INTO "seats" VALUES('five-time',0,'here',NULL,'Game aborted',NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d',0);
INSERT INTO "seats" VALUES('five-time',1,'computer','random','',NULL,NULL,0);
INSERT INTO "seats" VALUES('five-time',2,'computer','random','',NULL,NULL,0);
INSERT INTO "seats" VALUES('five-time',3,'computer','random','',NULL,NULL,0);
INSERT INTO "seats" VALUES('five-time',4,'computer','random','',NULL,NULL,0);
INSERT INTO "seats" VALUES('five-taken-over',0,'link',NULL,'P0',NULL,'98b5c5d3de9a2f876de0e805f5a2939bd416f4687f8538ef1eadebe855a12242',0);
INSERT INTO "seats" VALUES('five-taken-over',1,'computer','mixed:70','P1',NULL,'c83559b2bb385d2b1f27d9173fcf246370d140f27d46e78bab648f80da8ed9cf',1);
INSERT INTO "seats" VALUES('five-taken-over',2,'link',NULL,'P2',NULL,'2f239c10b6b68a71fb46c0a8dae8cf93526d4b9c4bf22021c2f7e65ef70dac16',0);
INSERT INTO "seats" VALUES('five-taken-over',3,'link',NULL,'P3',NULL,'365393bb1814c8898303196af08973b482c52238a02bd15043c01decfd22be69',0);
INSERT INTO "seats" VALUES('five-taken-over',4,'link',NULL,'P4',NULL,'11428d1c4f52699f32b50fbbd1180ea69997e87daca2e355121b41a5461ae382',0);
INSERT INTO "seats" VALUES('waiting',0,'here',NULL,'',NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d',0);
INSERT INTO "seats" VALUES('waiting',1,'link',NULL,'',NULL,NULL,0);
INSERT INTO "seats" VALUES('running',0,'here',NULL,'',NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d',0);
INSERT INTO "seats" VALUES('running',1,'computer','minimax:depth=3','',NULL,NULL,0);
INSERT INTO "seats" VALUES('player-random',0,'here',NULL,'',NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d',0);
INSERT INTO "seats" VALUES('player-random',1,'computer','random','',NULL,NULL,0);
INSERT INTO "seats" VALUES('player-minimax-depth-3',0,'here',NULL,'',NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d',0);
INSERT INTO "seats" VALUES('player-minimax-depth-3',1,'computer','minimax:depth=3','',NULL,NULL,0);
INSERT INTO "seats" VALUES('player-alphabeta-depth-4',0,'here',NULL,'',NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d',0);
INSERT INTO "seats" VALUES('player-alphabeta-depth-4',1,'computer','alphabeta:depth=4','',NULL,NULL,0);
INSERT INTO "seats" VALUES('player-perfect',0,'here',NULL,'',NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d',0);
INSERT INTO "seats" VALUES('player-perfect',1,'computer','perfect','',NULL,NULL,0);
INSERT INTO "seats" VALUES('player-mcts-playouts-20',0,'here',NULL,'',NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d',0);
INSERT INTO "seats" VALUES('player-mcts-playouts-20',1,'computer','mcts:playouts=20','',NULL,NULL,0);
INSERT INTO "seats" VALUES('player-mixed-60',0,'here',NULL,'',NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d',0);
INSERT INTO "seats" VALUES('player-mixed-60',1,'computer','mixed:60','',NULL,NULL,0);
INSERT INTO "seats" VALUES('player-mixed-60-minimax-depth-4',0,'here',NULL,'',NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d',0);
INSERT INTO "seats" VALUES('player-mixed-60-minimax-depth-4',1,'computer','mixed:60(minimax:depth=4)','',NULL,NULL,0);
INSERT INTO "seats" VALUES('player-humanlike-50',0,'here',NULL,'',NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d',0);
INSERT INTO "seats" VALUES('player-humanlike-50',1,'computer','humanlike:50','',NULL,NULL,0);
INSERT INTO "seats" VALUES('player-old-tictactoe',0,'here',NULL,'',NULL,'37ca1154ad915faa40839e9b0304e55000aa823d72a531253de594243681152d',0);
INSERT INTO "seats" VALUES('player-old-tictactoe',1,'computer','old-tictactoe','',NULL,NULL,0);
CREATE INDEX ix_rooms_touched ON rooms (touched);
CREATE INDEX ix_rooms_owner ON rooms (owner);
CREATE INDEX ix_seats_holder ON seats (holder);
CREATE INDEX ix_games_owner ON games (owner);
CREATE INDEX ix_puzzle_tries_holder ON puzzle_tries (holder);
COMMIT;
