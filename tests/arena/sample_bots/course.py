"""Bots with the course's interface, one for every way to answer and to touch the board."""

import copy


class Course:
    """Take the first cell, after touching the board."""

    def move(self, board, old_move, flag):
        move = board.find_valid_move_cells(old_move)[0]
        self.touch(board)
        return self.answer(move)

    def touch(self, board):
        pass

    def answer(self, move):
        return move


class Honest(Course):
    pass


class LooksAhead(Course):
    """Play on a copy, and keep own attributes there."""

    def touch(self, board):
        trial = copy.deepcopy(board)
        trial.depth = 3
        trial.big_boards_status[0][0][0] = "x"
        trial.small_boards_status[1][2][2] = "o"
        assert trial not in {board}


class PutsBack(Course):
    def touch(self, board):
        kept = board.big_boards_status[1][4][4]
        board.big_boards_status[1][4][4] = "o"
        board.big_boards_status[1][4][4] = kept


class EqualCopy(Course):
    def touch(self, board):
        board.big_boards_status[0][0] = list(board.big_boards_status[0][0])
        board.small_boards_status = copy.deepcopy(board.small_boards_status)


class Prints(Course):
    def touch(self, board):
        board.print_board()
        print("bestmove 1a1")


class MarksCell(Course):
    def touch(self, board):
        board.big_boards_status[1][8][8] = "x"


class MarksSmallBoard(Course):
    def touch(self, board):
        board.small_boards_status[1][2][2] = "d"


class Updates(Course):
    """Look ahead on the board itself, as the course forbids."""

    def touch(self, board):
        assert board.update((-1, -1, -1), board.find_valid_move_cells((-1, -1, -1))[-1], "x")


class Shortens(Course):
    def touch(self, board):
        board.big_boards_status[0].pop()


class Removes(Course):
    def touch(self, board):
        del board.small_boards_status


class OwnNumber:
    """An integer type of another library."""

    def __init__(self, value):
        self.value = value

    def __index__(self):
        return self.value


class GivesList(Course):
    def answer(self, move):
        return list(move)


class GivesOwnNumbers(Course):
    def answer(self, move):
        return tuple(map(OwnNumber, move))


class GivesBool(Course):
    def answer(self, move):
        return (bool(move[0]), *move[1:])


class GivesFloats(Course):
    def answer(self, move):
        return tuple(map(float, move))


class GivesTwo(Course):
    def answer(self, move):
        return move[:2]


class GivesNothing(Course):
    def answer(self, move):
        return None


class GivesText(Course):
    def answer(self, move):
        return "1a1"


class GivesNegative(Course):
    def answer(self, move):
        return (-1, -1, -1)


class GivesOffTheBoard(Course):
    def answer(self, move):
        return (0, 9, 0)


class GivesTakenCell(Course):
    """Answer with the cell of the previous move."""

    def move(self, board, old_move, flag):
        return old_move


class NoMove:
    def choose(self, position, limit):
        return position.legal_moves()[0]


class Remembers(Course):
    """Fail unless the last move is passed as in the course."""

    def __init__(self):
        self.last = None

    def move(self, board, old_move, flag):
        cells = [cell for big in board.big_boards_status for row in big for cell in row]
        taken = 162 - cells.count("-")
        assert (old_move == (-1, -1, -1)) == (taken == 0), "the first move of all has no other"
        assert type(old_move) is tuple
        if taken:
            mark = board.big_boards_status[old_move[0]][old_move[1]][old_move[2]]
            assert (mark == flag) == (old_move == self.last), "on a bonus move it is my own"
        cells = board.find_valid_move_cells(old_move)
        wins = [cell for cell in cells if self.wins(board, old_move, cell, flag)]
        self.last = (wins or cells)[0]
        return self.last

    def wins(self, board, old_move, cell, flag):
        trial = copy.deepcopy(board)
        result, won = trial.update(old_move, cell, flag)
        assert result == "SUCCESSFUL"
        return won
