-- The rooms that the app of version v0001 of the tables kept, named for how they ended.
BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
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
INSERT INTO "moves" VALUES('won',0,'1',0,1.79534207166476535797e+09,NULL);
INSERT INTO "moves" VALUES('won',1,'4',1,1.79534207180141758917e+09,NULL);
INSERT INTO "moves" VALUES('won',2,'2',0,1.79534207182691884045e+09,NULL);
INSERT INTO "moves" VALUES('won',3,'5',1,1.79534207183609080312e+09,NULL);
INSERT INTO "moves" VALUES('won',4,'3',0,1.79534207184585165974e+09,NULL);
INSERT INTO "moves" VALUES('drawn',0,'1',0,1.79534207187106561662e+09,NULL);
INSERT INTO "moves" VALUES('drawn',1,'2',1,1.79534207188218402858e+09,NULL);
INSERT INTO "moves" VALUES('drawn',2,'5',0,1.79534207189364147187e+09,NULL);
INSERT INTO "moves" VALUES('drawn',3,'3',1,1.79534207190844273573e+09,NULL);
INSERT INTO "moves" VALUES('drawn',4,'7',0,1.795342071936448574e+09,NULL);
INSERT INTO "moves" VALUES('drawn',5,'4',1,1.79534207194826102259e+09,NULL);
INSERT INTO "moves" VALUES('drawn',6,'6',0,1.79534207195959830279e+09,NULL);
INSERT INTO "moves" VALUES('drawn',7,'9',1,1.79534207197051477429e+09,NULL);
INSERT INTO "moves" VALUES('drawn',8,'8',0,1.79534207198383593566e+09,NULL);
INSERT INTO "moves" VALUES('lost-in-sim',0,'0-1',0,1.79534207704185891146e+09,NULL);
INSERT INTO "moves" VALUES('lost-in-sim',1,'0-3',1,1.79534207707913732532e+09,NULL);
INSERT INTO "moves" VALUES('lost-in-sim',2,'1-2',0,1.79534207709879088405e+09,NULL);
INSERT INTO "moves" VALUES('lost-in-sim',3,'1-3',1,1.79534207713256430626e+09,NULL);
INSERT INTO "moves" VALUES('lost-in-sim',4,'0-2',0,1.79534207717356467243e+09,NULL);
INSERT INTO "moves" VALUES('three-in-sim',0,'0-1',0,1.79534208217374014861e+09,NULL);
INSERT INTO "moves" VALUES('three-in-sim',1,'0-3',1,1.79534208228770399097e+09,NULL);
INSERT INTO "moves" VALUES('three-in-sim',2,'2-3',2,1.79534208237528252602e+09,NULL);
INSERT INTO "moves" VALUES('three-in-sim',3,'1-2',0,1.79534208245177412032e+09,NULL);
INSERT INTO "moves" VALUES('three-in-sim',4,'1-3',1,1.79534208253169393545e+09,NULL);
INSERT INTO "moves" VALUES('three-in-sim',5,'0-2',2,1.79534208255882167821e+09,NULL);
INSERT INTO "moves" VALUES('won-in-connect-four',0,'1',0,1.79534209154770970349e+09,NULL);
INSERT INTO "moves" VALUES('won-in-connect-four',1,'2',1,1.79534209156824278827e+09,NULL);
INSERT INTO "moves" VALUES('won-in-connect-four',2,'1',0,1.7953420915788505077e+09,NULL);
INSERT INTO "moves" VALUES('won-in-connect-four',3,'2',1,1.79534209160713720317e+09,NULL);
INSERT INTO "moves" VALUES('won-in-connect-four',4,'1',0,1.7953420916325888634e+09,NULL);
INSERT INTO "moves" VALUES('won-in-connect-four',5,'2',1,1.7953420918128204346e+09,NULL);
INSERT INTO "moves" VALUES('won-in-connect-four',6,'1',0,1.79534209193310070038e+09,NULL);
INSERT INTO "moves" VALUES('aborted',0,'5',0,1.79534209234476494791e+09,NULL);
INSERT INTO "moves" VALUES('resigned',0,'5',0,1.79534209240268039699e+09,NULL);
INSERT INTO "moves" VALUES('left',0,'5',0,1.79534209315324020383e+09,NULL);
INSERT INTO "moves" VALUES('five-resigned',0,'0-1',0,1.79534210503143787382e+09,NULL);
INSERT INTO "moves" VALUES('five-resigned',1,'0-2',1,1.79534210506541728972e+09,NULL);
INSERT INTO "moves" VALUES('five-resigned',2,'0-3',2,1.79534210510940051073e+09,NULL);
INSERT INTO "moves" VALUES('five-resigned',3,'1-2',3,1.79534210529277181629e+09,'{"score": null, "exact": false, "depth": null, "pv": [], "nodes": 0, "cutoffs": 0, "seconds": 0.0001, "expectation": null}');
INSERT INTO "moves" VALUES('running',0,'5',0,1.79534210690525293345e+09,NULL);
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
INSERT INTO "rooms" VALUES('won','tictactoe','{}','[]',1.79534207152012276653e+09,1.79534207184585165974e+09,'ended','Player 1 wins!',NULL,NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c');
INSERT INTO "rooms" VALUES('drawn','tictactoe','{}','[]',1.79534207185863208767e+09,1.79534207198383593566e+09,'ended','Draw!',NULL,NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c');
INSERT INTO "rooms" VALUES('lost-in-sim','sim','{"vertices": 4, "players": 2}','[]',1.79534207700503659248e+09,1.79534207717356467243e+09,'ended','Player 1 lost!',NULL,NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c');
INSERT INTO "rooms" VALUES('three-in-sim','sim','{"vertices": 4, "players": 3}','[]',1.79534208201624417302e+09,1.79534208255882167821e+09,'ended','Draw!',NULL,NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c');
INSERT INTO "rooms" VALUES('won-in-connect-four','connect4','{"columns": 4, "rows": 4}','[]',1.79534209146433377263e+09,1.79534209193310070038e+09,'ended','Player 1 Wins!',NULL,NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c');
INSERT INTO "rooms" VALUES('aborted','tictactoe','{}','[]',1.79534209215573811527e+09,1.79534209234476494791e+09,'aborted','Game aborted',NULL,NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c');
INSERT INTO "rooms" VALUES('resigned','tictactoe','{}','[]',1.79534209237595677368e+09,1.79534209240268039699e+09,'ended','Bob resigned; Player 1 wins!',NULL,NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c');
INSERT INTO "rooms" VALUES('resigned-by-a-name','tictactoe','{}','[]',1.79534209252793955802e+09,1.79534209252793955802e+09,'ended','Bob resigned; Player 2 wins! resigned; Player 2 wins!',NULL,NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c');
INSERT INTO "rooms" VALUES('resigned-and-renamed','tictactoe','{}','[]',1.79534209262263894082e+09,1.79534209262263894082e+09,'ended','Bob resigned; Player 2 wins! resigned; Player 1 wins!',NULL,NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c');
INSERT INTO "rooms" VALUES('left','tictactoe','{}','[]',1.79534209312447643283e+09,1.79534209315324020383e+09,'ended','; Player 1 wins! has left; Player 1 wins!',NULL,NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c');
INSERT INTO "rooms" VALUES('time','tictactoe','{}','[]',1.79534209317974972723e+09,1.79534209317974972723e+09,'ended','x ran out of time; Player 1 wins! ran out of time; Player 2 wins!',1.0,NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c');
INSERT INTO "rooms" VALUES('five-resigned','sim','{"vertices": 6, "players": 5}','[]',1.7953421046322238445e+09,1.79534210529277181629e+09,'ended','Draw! resigned',NULL,NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c');
INSERT INTO "rooms" VALUES('five-left','sim','{"vertices": 6, "players": 5}','[]',1.79534210602948522562e+09,1.79534210602948522562e+09,'ended','Player 2 ran out of time has left',NULL,NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c');
INSERT INTO "rooms" VALUES('five-time','sim','{"vertices": 6, "players": 5}','[]',1.79534210612791347502e+09,1.79534210612791347502e+09,'ended','Game aborted ran out of time',1.0,NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c');
INSERT INTO "rooms" VALUES('five-taken-over','sim','{"vertices": 6, "players": 5}','[]',1.79534210616760969161e+09,1.79534210616760969161e+09,'running','',NULL,NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c');
INSERT INTO "rooms" VALUES('waiting','tictactoe','{}','[]',1.79534210678826284405e+09,1.79534210678826284405e+09,'waiting','',NULL,NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c');
INSERT INTO "rooms" VALUES('running','tictactoe','{}','[]',1.79534210682256197932e+09,1.79534210690525293345e+09,'running','',NULL,NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c');
INSERT INTO "rooms" VALUES('player-random','tictactoe','{}','[]',1.79534210955619239801e+09,1.79534210955619239801e+09,'running','',NULL,NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c');
INSERT INTO "rooms" VALUES('player-minimax-depth-3','tictactoe','{}','[]',1.79534210961722683909e+09,1.79534210961722683909e+09,'running','',NULL,NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c');
INSERT INTO "rooms" VALUES('player-alphabeta-depth-4','tictactoe','{}','[]',1.79534210963279700274e+09,1.79534210963279700274e+09,'running','',NULL,NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c');
INSERT INTO "rooms" VALUES('player-perfect','tictactoe','{}','[]',1.79534210965960788729e+09,1.79534210965960788729e+09,'running','',NULL,NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c');
INSERT INTO "rooms" VALUES('player-mcts-playouts-20','tictactoe','{}','[]',1.7953421096945736408e+09,1.7953421096945736408e+09,'running','',NULL,NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c');
INSERT INTO "rooms" VALUES('player-mixed-60','tictactoe','{}','[]',1.7953421097560079098e+09,1.7953421097560079098e+09,'running','',NULL,NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c');
INSERT INTO "rooms" VALUES('player-mixed-60-minimax-depth-4','tictactoe','{}','[]',1.79534210982861495023e+09,1.79534210982861495023e+09,'running','',NULL,NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c');
INSERT INTO "rooms" VALUES('player-humanlike-50','tictactoe','{}','[]',1.79534210990015625957e+09,1.79534210990015625957e+09,'running','',NULL,NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c');
INSERT INTO "rooms" VALUES('player-old-tictactoe','tictactoe','{}','[]',1.79534211001194381716e+09,1.79534211001194381716e+09,'running','',NULL,NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c');
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
INSERT INTO "seats" VALUES('won',0,'here',NULL,'',NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c',0);
INSERT INTO "seats" VALUES('won',1,'here',NULL,'',NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c',0);
INSERT INTO "seats" VALUES('drawn',0,'here',NULL,'',NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c',0);
INSERT INTO "seats" VALUES('drawn',1,'here',NULL,'',NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c',0);
INSERT INTO "seats" VALUES('lost-in-sim',0,'here',NULL,'',NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c',0);
INSERT INTO "seats" VALUES('lost-in-sim',1,'here',NULL,'',NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c',0);
INSERT INTO "seats" VALUES('three-in-sim',0,'here',NULL,'',NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c',0);
INSERT INTO "seats" VALUES('three-in-sim',1,'here',NULL,'',NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c',0);
INSERT INTO "seats" VALUES('three-in-sim',2,'here',NULL,'',NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c',0);
INSERT INTO "seats" VALUES('won-in-connect-four',0,'here',NULL,'',NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c',0);
INSERT INTO "seats" VALUES('won-in-connect-four',1,'here',NULL,'',NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c',0);
INSERT INTO "seats" VALUES('aborted',0,'here',NULL,'',NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c',0);
INSERT INTO "seats" VALUES('aborted',1,'here',NULL,'',NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c',0);
INSERT INTO "seats" VALUES('resigned',0,'here',NULL,'Ann',NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c',0);
INSERT INTO "seats" VALUES('resigned',1,'link',NULL,'Bob',NULL,'2525542883f8a1e041cc31099a65811304ad3fe0aa14307caac8129ff751f8c9',0);
INSERT INTO "seats" VALUES('resigned-by-a-name',0,'here',NULL,'Bob resigned; Player 2 wins!',NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c',0);
INSERT INTO "seats" VALUES('resigned-by-a-name',1,'link',NULL,'Bob',NULL,'2525542883f8a1e041cc31099a65811304ad3fe0aa14307caac8129ff751f8c9',0);
INSERT INTO "seats" VALUES('resigned-and-renamed',0,'here',NULL,'',NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c',0);
INSERT INTO "seats" VALUES('resigned-and-renamed',1,'link',NULL,'Robert',NULL,'2525542883f8a1e041cc31099a65811304ad3fe0aa14307caac8129ff751f8c9',0);
INSERT INTO "seats" VALUES('left',0,'here',NULL,'',NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c',0);
INSERT INTO "seats" VALUES('left',1,'link',NULL,'; Player 1 wins!',NULL,'2525542883f8a1e041cc31099a65811304ad3fe0aa14307caac8129ff751f8c9',0);
INSERT INTO "seats" VALUES('time',0,'here',NULL,'x ran out of time; Player 1 wins!',NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c',0);
INSERT INTO "seats" VALUES('time',1,'link',NULL,'',NULL,'2525542883f8a1e041cc31099a65811304ad3fe0aa14307caac8129ff751f8c9',0);
INSERT INTO "seats" VALUES('five-resigned',0,'computer','mixed:70','Bob resigned; Player 2 wins!',NULL,'3171775af74c3e3233d5c8ebb9a56da917928361c19d37475a2a0ea41955ab72',1);
INSERT INTO "seats" VALUES('five-resigned',1,'computer','mixed:70','',NULL,'23f7619c624d2a3d36251998d9794a1e19eb3b80ccb3ffb079521dc78b128e95',1);
INSERT INTO "seats" VALUES('five-resigned',2,'link',NULL,'Draw!',NULL,'504a3431857a11b9a5068ecfac0b129aa620f86431e036c74907920ffa4dd57a',0);
INSERT INTO "seats" VALUES('five-resigned',3,'computer','mixed:70','Player 3 lost!',NULL,'9b59e23466991554d013044681591f70043d437f1ad167ab711746c389f5d0ea',1);
INSERT INTO "seats" VALUES('five-resigned',4,'computer','mixed:70','Player 2 resigned',NULL,'ff5ffa02d5a034dc0088ce82e5daddb1c403f6d5aa5c03f5d0a86be888cb868b',1);
INSERT INTO "seats" VALUES('five-left',0,'link',NULL,'Player 2 ran out of time',NULL,'3171775af74c3e3233d5c8ebb9a56da917928361c19d37475a2a0ea41955ab72',0);
INSERT INTO "seats" VALUES('five-left',1,'computer','random','',NULL,NULL,0);
INSERT INTO "seats" VALUES('five-left',2,'computer','random','',NULL,NULL,0);
INSERT INTO "seats" VALUES('five-left',3,'computer','random','',NULL,NULL,0);
INSERT INTO "seats" VALUES('five-left',4,'computer','random','',NULL,NULL,0);
INSERT INTO "seats" VALUES('five-time',0,'here',NULL,'Game aborted',NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c',0);
INSERT INTO "seats" VALUES('five-time',1,'computer','random','',NULL,NULL,0);
INSERT INTO "seats" VALUES('five-time',2,'computer','random','',NULL,NULL,0);
INSERT INTO "seats" VALUES('five-time',3,'computer','random','',NULL,NULL,0);
INSERT INTO "seats" VALUES('five-time',4,'computer','random','',NULL,NULL,0);
INSERT INTO "seats" VALUES('five-taken-over',0,'link',NULL,'P0',NULL,'3171775af74c3e3233d5c8ebb9a56da917928361c19d37475a2a0ea41955ab72',0);
INSERT INTO "seats" VALUES('five-taken-over',1,'computer','mixed:70','P1',NULL,'23f7619c624d2a3d36251998d9794a1e19eb3b80ccb3ffb079521dc78b128e95',1);
INSERT INTO "seats" VALUES('five-taken-over',2,'link',NULL,'P2',NULL,'504a3431857a11b9a5068ecfac0b129aa620f86431e036c74907920ffa4dd57a',0);
INSERT INTO "seats" VALUES('five-taken-over',3,'link',NULL,'P3',NULL,'9b59e23466991554d013044681591f70043d437f1ad167ab711746c389f5d0ea',0);
INSERT INTO "seats" VALUES('five-taken-over',4,'link',NULL,'P4',NULL,'ff5ffa02d5a034dc0088ce82e5daddb1c403f6d5aa5c03f5d0a86be888cb868b',0);
INSERT INTO "seats" VALUES('waiting',0,'here',NULL,'',NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c',0);
INSERT INTO "seats" VALUES('waiting',1,'link',NULL,'',NULL,NULL,0);
INSERT INTO "seats" VALUES('running',0,'here',NULL,'',NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c',0);
INSERT INTO "seats" VALUES('running',1,'computer','minimax:depth=3','',NULL,NULL,0);
INSERT INTO "seats" VALUES('player-random',0,'here',NULL,'',NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c',0);
INSERT INTO "seats" VALUES('player-random',1,'computer','random','',NULL,NULL,0);
INSERT INTO "seats" VALUES('player-minimax-depth-3',0,'here',NULL,'',NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c',0);
INSERT INTO "seats" VALUES('player-minimax-depth-3',1,'computer','minimax:depth=3','',NULL,NULL,0);
INSERT INTO "seats" VALUES('player-alphabeta-depth-4',0,'here',NULL,'',NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c',0);
INSERT INTO "seats" VALUES('player-alphabeta-depth-4',1,'computer','alphabeta:depth=4','',NULL,NULL,0);
INSERT INTO "seats" VALUES('player-perfect',0,'here',NULL,'',NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c',0);
INSERT INTO "seats" VALUES('player-perfect',1,'computer','perfect','',NULL,NULL,0);
INSERT INTO "seats" VALUES('player-mcts-playouts-20',0,'here',NULL,'',NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c',0);
INSERT INTO "seats" VALUES('player-mcts-playouts-20',1,'computer','mcts:playouts=20','',NULL,NULL,0);
INSERT INTO "seats" VALUES('player-mixed-60',0,'here',NULL,'',NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c',0);
INSERT INTO "seats" VALUES('player-mixed-60',1,'computer','mixed:60','',NULL,NULL,0);
INSERT INTO "seats" VALUES('player-mixed-60-minimax-depth-4',0,'here',NULL,'',NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c',0);
INSERT INTO "seats" VALUES('player-mixed-60-minimax-depth-4',1,'computer','mixed:60(minimax:depth=4)','',NULL,NULL,0);
INSERT INTO "seats" VALUES('player-humanlike-50',0,'here',NULL,'',NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c',0);
INSERT INTO "seats" VALUES('player-humanlike-50',1,'computer','humanlike:50','',NULL,NULL,0);
INSERT INTO "seats" VALUES('player-old-tictactoe',0,'here',NULL,'',NULL,'fbfa1a4f963aa217f22094af15521e39b8e4d7b42199bd3e902d4bcf96d9704c',0);
INSERT INTO "seats" VALUES('player-old-tictactoe',1,'computer','old-tictactoe','',NULL,NULL,0);
CREATE INDEX ix_rooms_touched ON rooms (touched);
CREATE INDEX ix_rooms_owner ON rooms (owner);
CREATE INDEX ix_seats_holder ON seats (holder);
COMMIT;
