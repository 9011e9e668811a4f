// Read from its last plane up, each end is a word, and the words of all ends with the same two leaves make a trie:
// words that begin alike share nodes. The letters of a word may be put in any order, so the letter that most words have
// comes first in these, and so on in both parts: those that have it, without that letter, and the others.

#include "compiler/tree/tail_sharing.hpp"

#include <algorithm>
#include <queue>
#include <span>
#include <tuple>
#include <vector>

#include "compiler/base/inline_vector.hpp"

namespace hullbake {

using namespace format;

namespace {

constexpr std::uint32_t kNoNode = 0xffffffffu;

// A plane and the side on which it leaves the end: twice its number, one more where that is in front.
using Exit = std::uint32_t;

// A row of nodes. Each leads to the leaf `out` on one side; the other side of the last one is the leaf `in`.
struct End {
    std::uint32_t node = kNoNode;  // the first, if this stands for one
    ChildRef in = 0, out = 0;
    InlineVector<Exit, 8> exits;  // from the first node on
    std::size_t open = 0;         // so many of the first exits have no place yet, the others have their last
};

// The end that begins with a node, if one does.
End endAt(const SubtreeTable& table, std::uint32_t number) {
    const SubtreeTable::Node first = table[number];
    if (!isLeaf(first.front) && !isLeaf(first.back)) return {};
    const bool outInFront = !isLeaf(first.back);
    End end{number, kLeafFlag, outInFront ? first.front : first.back, {}, 0};
    for (ChildRef at = number;; at = end.in) {
        const SubtreeTable::Node& node = table[at];
        const bool isInFront = node.front == end.out;
        if (!isInFront && node.back != end.out) return {};
        end.exits.push_back(2 * node.plane + (isInFront ? 1 : 0));
        end.in = isInFront ? node.back : node.front;
        if (isLeaf(end.in)) break;
    }
    end.open = end.exits.size();
    return end;
}

// The order of the exits of ends that have their leaves in common.
class Arranger {
  public:
    void arrange(std::span<End* const> ends) {
        if (ends.size() < 2) return;  // what is left stays in its order: the tree chose it
        std::vector<Use> uses;
        for (std::uint32_t i = 0; i < ends.size(); ++i)
            for (const Exit exit : openOf(*ends[i])) uses.push_back({exit, i});
        std::sort(uses.begin(), uses.end(),
                  [](const Use& a, const Use& b) { return std::tie(a.exit, a.end) < std::tie(b.exit, b.end); });
        std::vector<Letter> letters = lettersOf(uses);
        // The most used first; of equals, that of the lower number.
        const auto later = [](const Rank& a, const Rank& b) {
            return std::tie(a.count, b.letter) < std::tie(b.count, a.letter);
        };
        std::vector<Rank> ranks;
        for (std::uint32_t i = 0; i < letters.size(); ++i)
            if (letters[i].count > 1) ranks.push_back({letters[i].count, i});
        std::priority_queue<Rank, std::vector<Rank>, decltype(later)> queue(later, std::move(ranks));
        std::vector<bool> taken(ends.size(), false);
        while (!queue.empty()) {
            const Rank rank = queue.top();
            queue.pop();
            const Letter& letter = letters[rank.letter];
            if (letter.count < rank.count) {
                // Some of its ends are gone.
                if (letter.count > 1) queue.push({letter.count, rank.letter});
                continue;
            }
            std::vector<End*> those;
            for (std::size_t u = letter.firstUse; u < letter.firstUse + letter.uses; ++u) {
                const std::uint32_t i = uses[u].end;
                if (taken[i]) continue;
                taken[i] = true;
                for (const Exit exit : openOf(*ends[i])) --find(letters, exit).count;
                place(*ends[i], letter.exit);
                those.push_back(ends[i]);
            }
            arrange(those);
        }
    }

  private:
    struct Use {
        Exit exit;
        std::uint32_t end;
    };
    struct Letter {
        Exit exit;
        std::size_t firstUse, uses;
        std::size_t count;  // of ends that are not taken
    };
    struct Rank {
        std::size_t count;
        std::uint32_t letter;
    };

    static std::span<const Exit> openOf(const End& end) { return {end.exits.data(), end.open}; }

    static std::vector<Letter> lettersOf(const std::vector<Use>& uses) {
        std::vector<Letter> letters;
        for (std::size_t u = 0; u < uses.size(); ++u) {
            if (letters.empty() || letters.back().exit != uses[u].exit) letters.push_back({uses[u].exit, u, 0, 0});
            ++letters.back().uses;
            ++letters.back().count;
        }
        return letters;
    }

    static Letter& find(std::vector<Letter>& letters, Exit exit) {
        return *std::lower_bound(letters.begin(), letters.end(), exit,
                                 [](const Letter& letter, Exit wanted) { return letter.exit < wanted; });
    }

    // Last of those that are open.
    static void place(End& end, Exit exit) {
        Exit *const first = end.exits.begin(), *const last = first + end.open;
        Exit* const at = std::find(first, last, exit);
        std::rotate(at, at + 1, last);
        --end.open;
    }
};

class EndSharer {
  public:
    EndSharer(SubtreeTable& table, ChildRef root) : table_(table), root_(root), endOf_(table.size(), kNoNode) {}

    ChildRef run() {
        if (isLeaf(root_)) return root_;
        findEnds();
        arrangeEnds();
        return rebuilt();
    }

  private:
    // Those that are no part of a longer one, and all other nodes.
    void findEnds() {
        std::vector<bool> seen(table_.size(), false);
        std::vector<ChildRef> pending = {root_};
        while (!pending.empty()) {
            const ChildRef at = pending.back();
            pending.pop_back();
            if (isLeaf(at) || seen[at]) continue;
            seen[at] = true;
            nodes_.push_back(at);
            End end = endAt(table_, at);
            if (end.node == kNoNode) {
                pending.push_back(table_[at].back);
                pending.push_back(table_[at].front);
                continue;
            }
            endOf_[at] = static_cast<std::uint32_t>(ends_.size());
            ends_.push_back(std::move(end));
        }
        // Children first.
        std::sort(nodes_.begin(), nodes_.end());
    }

    void arrangeEnds() {
        // A single node ends two kinds of rows: either of its leaves may be the one within.
        const std::size_t count = ends_.size();
        for (std::size_t i = 0; i < count; ++i)
            if (ends_[i].exits.size() == 1)
                ends_.push_back({kNoNode, ends_[i].out, ends_[i].in, {ends_[i].exits.front() ^ 1}, 1});
        std::vector<End*> order;
        for (End& end : ends_) order.push_back(&end);
        const auto leaves = [](const End* end) { return std::tie(end->in, end->out); };
        std::stable_sort(order.begin(), order.end(), [&](const End* a, const End* b) { return leaves(a) < leaves(b); });
        for (auto first = order.begin(); first != order.end();) {
            const auto last =
                std::find_if(first, order.end(), [&](const End* end) { return leaves(end) != leaves(*first); });
            Arranger().arrange({first, last});
            first = last;
        }
    }

    ChildRef rebuilt() {
        std::vector<ChildRef> now(endOf_.size());
        const auto renewed = [&](ChildRef child) { return isLeaf(child) ? child : now[child]; };
        for (const ChildRef at : nodes_) {
            const SubtreeTable::Node node = table_[at];
            now[at] = endOf_[at] == kNoNode ? table_.join(node.plane, renewed(node.front), renewed(node.back))
                                            : rebuilt(ends_[endOf_[at]]);
        }
        return now[root_];
    }

    ChildRef rebuilt(const End& end) {
        ChildRef at = end.in;
        for (std::size_t i = end.exits.size(); i-- > 0;) {
            const Exit exit = end.exits[i];
            at = exit % 2 != 0 ? table_.join(exit / 2, end.out, at) : table_.join(exit / 2, at, end.out);
        }
        return at;
    }

    SubtreeTable& table_;
    ChildRef root_;
    std::vector<ChildRef> nodes_;       // that are looked at: ends as wholes
    std::vector<std::uint32_t> endOf_;  // by node
    std::vector<End> ends_;
};

}  // namespace

ChildRef shareTails(SubtreeTable& table, ChildRef root) {
    return EndSharer(table, root).run();
}

}  // namespace hullbake
